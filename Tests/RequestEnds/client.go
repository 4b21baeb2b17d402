package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

const (
	// The longest time for one case. Then its connection is closed, and the case is abandoned.
	caseMax = 2 * time.Second
	dialMax = 10 * time.Second
	// A case has at most this many responses: one for each line of its bytes is not reached.
	responsesMax = 64
	lineMax      = 64 << 10
	// The number of source addresses of direct connections.
	sourcesMax = 200
)

// response is what a client can observe about a response.
type response struct {
	status int
	// The request that the proxy read, and the one to which the server responded.
	asked, origin       marker
	hasAsked, hasOrigin bool
	// Whether the server sent it, and not the proxy.
	isServers bool
	closes    bool
}

// client sends cases over one connection at a time.
type client struct {
	target     *target
	tls        *tls.Config
	number     int
	connection net.Conn
	reader     *bufio.Reader
}

func (c *client) connect() error {
	dialer := net.Dialer{Timeout: dialMax}
	if c.target.isDirect {
		dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(
			c.target.network + strconv.Itoa(1+c.number%sourcesMax))}
	}
	connection, err := dialer.Dial("tcp", c.target.addresses[c.number%len(c.target.addresses)])
	if err != nil {
		return err
	}
	if c.target.usesTLS {
		connection = tls.Client(connection, c.tls)
	}
	c.connection, c.reader = connection, bufio.NewReaderSize(connection, lineMax)
	c.target.count("connection", "")
	return nil
}

func (c *client) close() {
	if c.connection != nil {
		c.connection.Close()
		c.connection = nil
	}
}

// send sends a case and checks its responses.
func (c *client) send(test *testCase) error {
	if c.connection == nil {
		if err := c.connect(); err != nil {
			return err
		}
	}
	t := c.target
	t.count("case", test.shape)
	expected := strictReadings(test)
	if t.isDirect {
		for _, reading := range expected {
			if m, found := markerOfTarget(reading.target); found {
				t.set(m, isRequest)
			}
		}
	}
	// All recipients agree where the requests before the shape end, and so where the shape begins.
	for index := 0; index <= test.shapeIndex; index++ {
		t.set(test.marker(index), isRequest)
	}
	for index, isLogged := range test.isLogged {
		if !isLogged {
			t.set(test.marker(index), isNotLogged)
		}
	}
	c.connection.SetDeadline(time.Now().Add(caseMax))
	// A server that refuses a request may close before it has read the rest.
	_, _ = c.connection.Write(test.bytes)

	last := test.marker(requestsPerCase - 1)
	for index := 0; index < responsesMax; index++ {
		response, err := c.read(test, index)
		if err != nil {
			if failure, ok := err.(net.Error); ok && failure.Timeout() {
				t.count("abandoned", test.shape)
			}
			c.close()
			return nil
		}
		t.count("response", "")
		if t.isDirect {
			c.checkDirect(test, response, expected, index)
		} else {
			c.checkProxied(test, response)
		}
		isLast := response.hasOrigin && response.origin == last ||
			response.hasAsked && response.asked == last
		if isLast && (response.closes || test.hasTail) || t.hasFailed(test.number) {
			c.close()
			return nil
		}
		if isLast {
			return nil
		}
	}
	t.disagree(test.number, "too many responses")
	c.close()
	return nil
}

// strictReadings returns the requests of a case up to the first that the strict reader refuses, and
// that one, too, if only its body is wrong.
func strictReadings(test *testCase) []reading {
	var readings []reading
	rest := test.bytes
	for len(readings) < responsesMax {
		reading, err := leniency{}.read(rest)
		if reading.method != "" {
			readings = append(readings, reading)
		}
		if err != nil || reading.closes {
			break
		}
		rest = rest[reading.size:]
	}
	return readings
}

func (c *client) checkDirect(test *testCase, got response, expected []reading, index int) {
	if !got.hasOrigin {
		c.refused(test, got)
		return
	}
	if index >= len(expected) {
		c.target.disagree(test.number, fmt.Sprintf(
			"response %d belongs to %s, after the last request", index, got.origin))
		return
	}
	if m, found := markerOfOrigin(expected[index].origin); !found || m != got.origin {
		c.target.disagree(test.number, fmt.Sprintf(
			"response %d belongs to %s, expected %s", index, got.origin, m))
		return
	}
	c.target.set(got.origin, isAnswered)
}

func (c *client) checkProxied(test *testCase, got response) {
	t := c.target
	if got.hasAsked {
		if got.asked.number/requestsPerCase != test.number {
			t.disagree(test.number, fmt.Sprintf("a late response to %s", got.asked))
		}
		t.set(got.asked, isRequest)
	}
	switch {
	case !got.hasOrigin:
		c.refused(test, got)
	case !got.hasAsked || got.asked != got.origin:
		t.disagree(test.number, fmt.Sprintf(
			"the proxy asked for %s and passed on the response to %s", got.asked, got.origin))
	case t.has(got.origin, isAnswered):
		t.disagree(test.number, fmt.Sprintf("two responses to %s", got.origin))
	default:
		t.set(got.origin, isAnswered)
	}
}

// refused checks a response that belongs to no request.
func (c *client) refused(test *testCase, got response) {
	name := "refused by proxy"
	if got.isServers {
		name = "refused by server"
	}
	c.target.count(name, test.shape)
	if got.status < 400 {
		c.target.disagree(test.number, fmt.Sprintf("a response %d without a marker", got.status))
	}
}

// read reads a response with its body, and skips interim responses.
func (c *client) read(test *testCase, index int) (response, error) {
	for {
		got, length, chunked, err := c.readHead()
		if err != nil || got.status/100 == 1 {
			if err != nil {
				return got, err
			}
			continue
		}
		method := ""
		if m := got.subject(); m.number/requestsPerCase == test.number && !m.hidden {
			method = test.methods[m.number%requestsPerCase]
		} else if !got.hasAsked && !got.hasOrigin && index < requestsPerCase {
			method = test.methods[index]
		}
		if method == "HEAD" || got.status == 204 || got.status == 304 {
			return got, nil
		}
		switch {
		case chunked:
			err = c.skipChunks()
		case length >= 0:
			_, err = c.reader.Discard(length)
		default:
			_, err = io.Copy(io.Discard, c.reader)
			got.closes = true
		}
		return got, err
	}
}

// subject returns the request to which the response belongs, as far as it says.
func (r response) subject() marker {
	if r.hasAsked {
		return r.asked
	}
	if r.hasOrigin {
		return r.origin
	}
	return marker{number: -requestsPerCase}
}

func (c *client) readHead() (got response, length int, chunked bool, err error) {
	length = -1
	line, err := c.line()
	if err != nil {
		return
	}
	if len(line) < 12 || !strings.HasPrefix(line, "HTTP/1.") {
		// HTTP/0.9: a body alone, which the end of the connection ends.
		got.status, got.closes = 400, true
		return
	}
	got.status, _ = strconv.Atoi(line[9:12])
	got.closes = strings.HasPrefix(line, "HTTP/1.0")
	for {
		if line, err = c.line(); err != nil || line == "" {
			return
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "content-length":
			length, _ = strconv.Atoi(value)
		case "transfer-encoding":
			chunked = true
		case "connection":
			got.closes = got.closes || strings.EqualFold(value, "close")
		case "content-security-policy":
			got.isServers = true
		case "access-control-allow-origin":
			got.origin, got.hasOrigin = markerOfOrigin(value)
		case "x-asked":
			got.asked, got.hasAsked = markerOfTarget(value)
		}
	}
}

func (c *client) line() (string, error) {
	line, err := c.reader.ReadSlice('\n')
	return strings.TrimRight(string(line), "\r\n"), err
}

func (c *client) skipChunks() error {
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(line, 16, 32)
		if err != nil {
			return err
		}
		// The line end after the data, or the empty line after the last chunk.
		if _, err = c.reader.Discard(int(size) + 2); err != nil || size == 0 {
			return err
		}
	}
}
