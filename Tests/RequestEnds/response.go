package main

import (
	"io"
	"strconv"
	"strings"
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
