package main

import (
	"fmt"
	"strings"
)

// shapeMakers are the kinds of smuggling shapes. Each returns a request of the current marker whose
// end recipients have been known to disagree about.
var shapeMakers = []struct {
	name string
	make func(*generator) string
}{
	{"length-and-chunked", (*generator).lengthAndChunked},
	{"two-lengths", (*generator).twoLengths},
	{"odd-length", (*generator).oddLength},
	{"odd-coding", (*generator).oddCoding},
	{"odd-coding-name", (*generator).oddCodingName},
	{"line-ends", (*generator).lineEnds},
	{"control-characters", (*generator).controlCharacters},
	{"odd-chunk-size", (*generator).oddChunkSize},
	{"odd-chunk-end", (*generator).oddChunkEnd},
	{"odd-trailers", (*generator).oddTrailers},
	{"body-too-long", (*generator).bodyTooLong},
	{"body-too-short", (*generator).bodyTooShort},
	{"versions", (*generator).versions},
	{"upgrade", (*generator).upgrade},
	{"target-forms", (*generator).targetForms},
	{"long-fields", (*generator).longFields},
	{"field-names", (*generator).fieldNames},
	{"folded-fields", (*generator).foldedFields},
	{"connection-options", (*generator).connectionOptions},
	{"unexpected-bodies", (*generator).unexpectedBodies},
	{"expectations", (*generator).expectations},
	{"request-lines", (*generator).requestLines},
	{"hosts", (*generator).hosts},
}

func (g *generator) shape() string {
	kind := shapeMakers[g.below(len(shapeMakers))]
	g.test.shape = kind.name
	g.test.methods[g.test.shapeIndex] = "POST"
	return kind.make(g)
}

// withLength returns the field for a length.
func withLength(length int) string { return fmt.Sprintf("Content-Length: %d\r\n", length) }

// oneChunk returns a chunked body with one chunk.
func oneChunk(body string) string { return fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body) }

const chunkedField = "Transfer-Encoding: chunked\r\n"

// tail requests a tail after the case, since a recipient may wait for the rest of a body.
func (g *generator) tail() { g.test.hasTail = true }

// framedTwice returns a body that ends at different places by its length and by its chunks, and
// that length.
func (g *generator) framedTwice() (string, int) {
	switch g.below(3) {
	case 0:
		// By its chunks it ends before the hidden request, by its length after it.
		body := "0\r\n\r\n" + g.hidden
		return body, len(body)
	case 1:
		// By its length it ends after the first line.
		return oneChunk(g.hidden), len(fmt.Sprintf("%x\r\n", len(g.hidden)))
	}
	return "0\r\n\r\n", 5
}

func (g *generator) lengthAndChunked() string {
	body, length := g.framedTwice()
	fields := []string{withLength(length), chunkedField}
	first := g.below(2)
	between := g.pick("", "X-A: b\r\n", "Connection: keep-alive\r\n")
	return g.head("POST") + fields[first] + between + fields[1-first] + "\r\n" + body
}

func (g *generator) twoLengths() string {
	body := g.pick("", "12345", "x") + g.hidden
	short := len(body) - len(g.hidden)
	lengths := [][2]int{{short, len(body)}, {len(body), short}, {len(body), len(body)},
		{0, len(body)}}
	pair := lengths[g.below(len(lengths))]
	if g.chance(30) {
		return g.head("POST") + fmt.Sprintf("Content-Length: %d,%s%d\r\n\r\n", pair[0],
			g.pick("", " "), pair[1]) + body
	}
	return g.head("POST") + withLength(pair[0]) + g.pick("", "X-A: b\r\n") + withLength(pair[1]) +
		"\r\n" + body
}

func (g *generator) oddLength() string {
	g.tail()
	body := g.pick("12345", g.hidden)
	digits := fmt.Sprint(len(body))
	value := g.pick("+"+digits, "-"+digits, "0"+digits, "0x"+digits, digits+".0", digits+"e0",
		digits+" ", " "+digits, digits+" 0", "0 "+digits, "1_"+digits, "", digits+"\x0b",
		"\x0b"+digits,
		digits+";", digits+",",
		","+digits, "18446744073709551616"+digits, "184467440737095516"+digits,
		"4294967296", "-0", "\""+digits+"\"", digits+"\x00", "\xd9\xa5",
		"000000000000000000000"+digits,
		digits+"\t", digits+"\r", digits+"x", "0o7", "1 000")
	name := g.pick("Content-Length", "Content-Length", "content-length", "CONTENT-LENGTH")
	return g.head("POST") + name + ":" + g.pick(" ", "", "\t", "\x0b", "\x0c", "\xa0") + value +
		"\r\n\r\n" + body
}

func (g *generator) codingFields(coding string) string {
	body, length := g.framedTwice()
	fields := []string{coding, ""}
	if g.chance(60) {
		fields[1] = withLength(length)
	}
	first := g.below(2)
	return g.head("POST") + fields[first] + fields[1-first] + "\r\n" + body
}

func (g *generator) oddCoding() string {
	value := g.pick("chunked, identity", "identity, chunked", "identity", "xchunked", "chunkedx",
		"Chunked", "CHUNKED", "\tchunked", "chunked\t", "\x0bchunked", "chunked\x0b", "\x0cchunked",
		"chunked;q=1", "chunked,", ",chunked", "chunked, chunked", "gzip, chunked", "chunked, gzip",
		"\"chunked\"", "chun\x00ked", "chunked\x00", "", "chunked chunked", "'chunked'",
		"\xa0chunked",
		"chun\u212aed", "\xefchunked", "chunk", "chunked\r", "deflate", "compress, chunked",
		"chunked\r\n\t", "\r\n chunked", "\r\n\tchunked", "chun\r\n ked", "trailers")
	coding := "Transfer-Encoding:" + g.pick(" ", "", "  ") + value + "\r\n"
	if g.chance(20) {
		coding += g.pick(chunkedField, "Transfer-Encoding: identity\r\n", "Transfer-Encoding: x\r\n")
	}
	return g.codingFields(coding)
}

func (g *generator) oddCodingName() string {
	name := g.pick("Transfer-Encoding ", "Transfer-Encoding\t", " Transfer-Encoding",
		"\tTransfer-Encoding", "Transfer_Encoding", "transfer-encoding", "TRANSFER-ENCODING",
		"Transfer-Encoding\x00", "Transfer-\x00Encoding", "Transfer-Encoding\x0b",
		"Transfer-Encoding\r", "X: y\nTransfer-Encoding", "X: y\rTransfer-Encoding",
		"X: y\r\r\nTransfer-Encoding", "X:\nTransfer-Encoding", "Transfer Encoding",
		"Transfer-Encoding:", "\x00Transfer-Encoding", "\xffTransfer-Encoding", "Content-Encoding",
		"Transfer-Encodin", "Transfer-Encoding\r\n ", "\"Transfer-Encoding\"",
		"Transfer-Encod\xc4\xb1ng")
	return g.codingFields(name + ": chunked\r\n")
}

func (g *generator) lineEnds() string {
	g.tail()
	body := g.hidden
	length := withLength(len(body))
	end := g.pick("\n", "\r", "\r\r\n", "\n\r", "\r\n\n")
	switch g.below(5) {
	case 0:
		return strings.ReplaceAll(g.head("POST")+length, "\r\n", end) + g.pick("\r\n", end) + body
	case 1:
		return g.head("POST") + length + end + body
	case 2:
		return g.head("POST") + length + "X-A: b" + end + g.pick("", "\r\n") + g.hidden
	case 3:
		return g.head("POST") + "X-A: b" + end + length + "\r\n" + body
	}
	return g.head("POST") + "X-A: b" + end + chunkedField + length + "\r\n0\r\n\r\n" + body
}

func (g *generator) controlCharacters() string {
	g.tail()
	control := g.pick("\x00", "\x01", "\x0b", "\x0c", "\x7f", "\x1f", "\x85", "\r", "\n")
	length := withLength(len(g.hidden))
	switch g.below(5) {
	case 0:
		return g.head("POST") + "X-A: a" + control + "b\r\n" + length + "\r\n" + g.hidden
	case 1:
		return g.head("POST") + "X" + control + ": a\r\n" + length + "\r\n" + g.hidden
	case 2:
		return "POST " + g.marker.String() + control + " HTTP/1.1\r\n" + g.fields(g.marker) + length +
			"\r\n" + g.hidden
	case 3:
		return "PO" + control + "ST " + g.marker.String() + " HTTP/1.1\r\n" + g.fields(g.marker) +
			length + "\r\n" + g.hidden
	}
	return g.head("POST") + control + length + "\r\n" + g.hidden
}

func (g *generator) oddChunkSize() string {
	g.tail()
	data := g.pick("12345", g.hidden)
	digits := fmt.Sprintf("%x", len(data))
	size := g.pick("+"+digits, "-"+digits, "0x"+digits, "0X"+digits, digits+" ", " "+digits,
		digits+"_0", digits+"\t", "\t"+digits, "1000000000000000"+digits, "10000000"+digits,
		"ffffffffffffffff", "7fffffffffffffff", "fffffffffffffff0"+digits, "00000000000000000"+digits,
		"000000000000000"+digits, "", "g", digits+"g", digits+"\x0b", digits+"\x00", digits+"h",
		digits+",", digits+"\r", digits+".", ";"+digits, digits+" ;a", digits+"; a=b", digits+";",
		digits+";a=\"\n\"", digits+";a\n", digits+";\r", digits+";\nx", digits+";a=\"\r\n\"",
		digits+";\x00", digits+";"+strings.Repeat("a", 5000), "\xd9\xa5", "'"+digits+"'")
	return g.head("POST") + chunkedField + "\r\n" + size + "\r\n" + data + "\r\n0\r\n\r\n"
}

func (g *generator) oddChunkEnd() string {
	g.tail()
	start := g.head("POST") + chunkedField + "\r\n"
	last := g.pick("0\r\n\r\n", "0\r\n\r\n", "0\n\n", "0\r\n\n", "0\n\r\n", "0\r\r\n\r\n",
		"0 \r\n\r\n",
		"0;\r\n\r\n", "00000000000000000000\r\n\r\n", "-0\r\n\r\n", "+0\r\n\r\n", "0x0\r\n\r\n",
		"\r\n0\r\n\r\n", "0\r\r", "0_\r\n\r\n", "0\t\r\n\r\n")
	after := g.pick("\r\n", "", "\n", "\r", "x\r\n", "\r\n\r\n", " \r\n", "xx", "\n\n", "\r\r\n")
	return start + fmt.Sprintf("%x\r\n%s%s", len(g.hidden), g.hidden, after) + last
}

func (g *generator) oddTrailers() string {
	g.tail()
	trailer := g.pick("Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
		"Host: other.test\r\n",
		"X-A: b\n", "X-A : b\r\n", " folded: b\r\n", "X-A: b\r\n folded\r\n", "no colon\r\n",
		"Connection: close\r\n", ": b\r\n", "X-A: \x00\r\n", "X-A: b\r\r\n", g.hidden,
		"X: "+strings.Repeat("t", 9000)+"\r\n", strings.Repeat("X: y\r\n", 120), "X: y\r\n\n",
		"Expect: 1\r\n")
	return g.head("POST") + g.pick("",
		"Trailer: X-A\r\n") + chunkedField + "\r\n5\r\n12345\r\n0\r\n" +
		trailer + "\r\n"
}
