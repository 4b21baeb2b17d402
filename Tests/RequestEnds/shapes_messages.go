package main

import (
	"fmt"
	"strings"
)

func (g *generator) bodyTooLong() string {
	body := g.pick("12345", "", "\r\n")
	excess := g.pick(g.hidden, "x"+g.hidden, "\r\n"+g.hidden, "\n"+g.hidden, "garbage\r\n\r\n",
		"\x00",
		"\r\n\r\n\r\n\r\n", "0\r\n\r\n"+g.hidden, " "+g.hidden)
	if g.chance(50) {
		return g.head("POST") + withLength(len(body)) + "\r\n" + body + excess
	}
	return g.head("POST") + chunkedField + "\r\n" + g.chunked(body) + excess
}

func (g *generator) bodyTooShort() string {
	g.tail()
	missing := 1 + g.below(tailBytes/4)
	body := g.pick("12345", "", g.hidden)
	if g.chance(50) {
		return g.head("POST") + withLength(len(body)+missing) + "\r\n" + body
	}
	start := g.head("POST") + chunkedField + "\r\n"
	return start + g.pick(
		fmt.Sprintf("%x\r\n%s", len(body)+missing, body),
		"5\r\n12345\r\n", "5\r\n12345\r\n0\r\n", "5\r\n12345\r\n0\r", "5", "")
}

func (g *generator) versions() string {
	g.tail()
	marked := g.marker.String()
	fields := g.fields(g.marker)
	switch g.below(4) {
	case 0:
		return g.pick("GET "+marked+"\r\n", "GET "+marked+"\r\n\r\n",
			"GET "+marked+" HTTP/0.9\r\n\r\n",
			"GET "+marked+" \r\n\r\n", "GET "+marked+"\n")
	case 1:
		version := g.pick("HTTP/1.2", "HTTP/2.0", "HTTP/1.1 ", "http/1.1", "HTTP/1.10", "HTTP/01.1",
			"HTTP/1", "HTTP/1.", "HTTP/1,1", "HTTP/3", "HTP/1.1", "HTTP/1.1x", "HTTP /1.1",
			"HTTP/1.\x31\x00")
		return "POST " + marked + " " + version + "\r\n" + fields + withLength(len(g.hidden)) + "\r\n" +
			g.hidden
	case 2:
		return "POST " + marked + " HTTP/1.0\r\n" + fields + g.pick("",
			"Connection: keep-alive\r\n") +
			withLength(len(g.hidden)) + "\r\n" + g.hidden
	}
	body, length := g.framedTwice()
	return "POST " + marked + " HTTP/1.0\r\n" + fields +
		g.pick("Connection: keep-alive\r\n", "Connection: keep-alive, close\r\n", "") +
		g.pick(chunkedField, chunkedField+withLength(length)) + "\r\n" + body
}

func (g *generator) upgrade() string {
	g.tail()
	length := withLength(len(g.hidden))
	switch g.below(4) {
	case 0:
		return g.head("POST") + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n" +
			"HTTP2-Settings: AAMAAABkAAQAAP__\r\n" + length + "\r\n" + g.hidden
	case 1:
		protocol := g.pick("websocket", "h2c", "HTTP/2.0", "TLS/1.0")
		return g.head("GET") + "Connection: Upgrade\r\nUpgrade: " + protocol +
			"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
	case 2:
		return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + g.hidden
	}
	return g.head("POST") + "Upgrade: h2c\r\n" + length + "\r\n" + g.hidden
}

func (g *generator) targetForms() string {
	marked := g.marker.String()
	target := g.pick("http://other.test"+marked, "https://chatter.test"+marked, "ftp://chatter.test"+
		marked, "//other.test"+marked, "http://chatter.test@other.test"+marked, "http://"+marked,
		"http:"+marked, "*", "*"+marked, "chatter.test"+marked, marked+"#f", marked+"\\..",
		"HTTP://CHATTER.TEST"+marked, "http://chatter.test:80"+marked, "http://[::1]"+marked,
		marked+"%00", marked+"?\xff", marked+"\xc3\xa9", marked+"%", marked+"<>",
		"/."+marked, "/.."+marked)
	method := g.pick("POST", "GET", "OPTIONS", "PUT")
	if g.chance(20) {
		method, target = "CONNECT", g.pick("chatter.test:443", "chatter.test",
			marked, "http://chatter.test"+
				marked, "127.0.0.1:22")
	}
	if target == "*" && method == "OPTIONS" {
		// It is valid, and has no place for a marker.
		method = "POST"
	}
	g.test.methods[g.test.shapeIndex] = method
	return method + " " + target + " HTTP/1.1\r\n" + g.fields(g.marker) + withLength(len(g.hidden)) +
		"\r\n" + g.hidden
}

func (g *generator) longFields() string {
	g.tail()
	rest := withLength(len(g.hidden)) + "\r\n" + g.hidden
	switch g.below(5) {
	case 0:
		return g.head("POST") + "X-A: " + strings.Repeat("v", 4000+g.below(40000)) + "\r\n" + rest
	case 1:
		return g.head("POST") + strings.Repeat("n", 4000+g.below(40000)) + ": v\r\n" + rest
	case 2:
		return g.head("POST") + strings.Repeat("X-A: v\r\n", 90+g.below(40)) + rest
	case 3:
		return "POST " + g.marker.String() + "?" + strings.Repeat("t", 4000+g.below(20000)) +
			" HTTP/1.1\r\n" + g.fields(g.marker) + rest
	}
	return strings.Repeat("M", 10+g.below(100)) + g.head("POST") + rest
}

func (g *generator) fieldNames() string {
	line := g.pick("X-A : b", "X A: b", ": b", "no colon", "(X): b", "X\"A\": b", "X\xc3\xa9: b",
		"@: b",
		"X-A\t: b", "X,A: b", "X/A: b", "X[]: b", "Content_Length: 0", "Content-Length\xa0: 0",
		"Content-Length : 0", "Content Length: 0", "Content-Length\x0b: 0", "\x00: b", "X:", ":",
		"::",
		"HTTP/1.1 200 OK", g.marker.String(), "GET / HTTP/1.1", "Content-Length; 0",
		"Content-Length=0")
	length := withLength(len(g.hidden))
	if g.chance(50) {
		return g.head("POST") + length + line + "\r\n\r\n" + g.hidden
	}
	return g.head("POST") + line + "\r\n" + length + "\r\n" + g.hidden
}

func (g *generator) foldedFields() string {
	g.tail()
	space := g.pick(" ", "\t", "  ", " \t", "\x0b")
	length := withLength(len(g.hidden))
	number := fmt.Sprint(len(g.hidden))
	fields := g.pick("X-A: b\r\n"+space+"c\r\n"+length, "X-A:\r\n"+space+"b\r\n"+length,
		"Content-Length:\r\n"+space+number+"\r\n",
		"Content-Length: "+number[:1]+"\r\n"+space+number[1:]+"\r\n",
		"X-A: b\r\n"+space+length, length+space+"\r\n", length+space+"X-A: b\r\n",
		"X-A: b\r\n"+space+chunkedField+length, length+space+chunkedField)
	if g.chance(20) {
		// The folded line is the first one.
		return "POST " + g.marker.String() + " HTTP/1.1\r\n" + space + "X-A: b\r\n" +
			g.fields(g.marker) + length + "\r\n" + g.hidden
	}
	return g.head("POST") + fields + "\r\n" + g.hidden
}

func (g *generator) connectionOptions() string {
	g.tail()
	option := g.pick("Content-Length", "Transfer-Encoding", "Host", "close, Content-Length",
		"close",
		"Connection", "keep-alive, X-A", "Origin", "keep-alive, Transfer-Encoding", "TE, Expect",
		"close\r\nConnection: keep-alive", "Keep-Alive", "\"close\"", "clo\x00se", ",", "Close ,")
	if g.chance(50) {
		return g.head("POST") + "Connection: " + option + "\r\n" + withLength(len(g.hidden)) + "\r\n" +
			g.hidden
	}
	return g.head("POST") + "Connection: " + option + "\r\n" + chunkedField + "\r\n" +
		oneChunk(g.hidden)
}

func (g *generator) unexpectedBodies() string {
	method := g.pick("GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "get", "Post", "PROPFIND", "X")
	g.test.methods[g.test.shapeIndex] = method
	if g.chance(50) {
		return g.head(method) + withLength(len(g.hidden)) + "\r\n" + g.hidden
	}
	return g.head(method) + chunkedField + "\r\n" + oneChunk(g.hidden)
}

func (g *generator) expectations() string {
	expectation := g.pick("100-continue", "100-Continue", "100-continue, x", "200-ok", "",
		"100-continue\r\nExpect: 100-continue", "y 100-continue", "100-continue;a", "\x00")
	if g.chance(50) {
		return g.head("POST") + "Expect: " + expectation + "\r\n" + withLength(len(g.hidden)) + "\r\n" +
			g.hidden
	}
	return g.head("POST") + "Expect: " + expectation + "\r\n" + chunkedField + "\r\n" +
		oneChunk(g.hidden)
}

func (g *generator) requestLines() string {
	g.tail()
	marked := g.marker.String()
	line := g.pick("POST  "+marked+" HTTP/1.1", "POST "+marked+"  HTTP/1.1",
		"POST\t"+marked+" HTTP/1.1",
		"POST "+marked+"\tHTTP/1.1", " POST "+marked+" HTTP/1.1", "POST "+marked+" HTTP/1.1 ",
		"\r\nPOST "+marked+" HTTP/1.1", "\nPOST "+marked+" HTTP/1.1", "\r\n\r\n\r\nPOST "+marked+
			" HTTP/1.1", "POST "+marked+" x HTTP/1.1", "POST "+marked+" HTTP/1.1 HTTP/1.1", "POST",
		"POST "+marked+"HTTP/1.1", "P(ST "+marked+" HTTP/1.1", "POST: "+marked+" HTTP/1.1",
		"POST "+marked+"\x0bHTTP/1.1", "POST "+marked+"\xa0HTTP/1.1", "\x00POST "+marked+" HTTP/1.1",
		"\x16\x03\x01\x02\x00\x01", "PROXY TCP4 127.0.0.9 127.0.0.1 1 2\r\nPOST "+marked+" HTTP/1.1")
	return line + "\r\n" + g.fields(g.marker) + withLength(len(g.hidden)) + "\r\n" + g.hidden
}

func (g *generator) hosts() string {
	start := "POST " + g.marker.String() + " HTTP/1.1\r\nOrigin: " + g.marker.origin() + "\r\n"
	host := g.pick("", "Host:\r\n", "Host: a.test\r\nHost: b.test\r\n", "Host: a.test, b.test\r\n",
		"Host: a.test:80:80\r\n", "Host: a b\r\n", "Host: /\r\n", "Host: a@b\r\n", "Host: \x00\r\n",
		"Host: chatter.test\r\nHost: chatter.test\r\n", "Host : chatter.test\r\n", "Host: [::1\r\n")
	return start + host + withLength(len(g.hidden)) + "\r\n" + g.hidden
}
