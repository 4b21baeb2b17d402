package main

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
)

var (
	errIncomplete = errors.New("the request is incomplete")
	errRefused    = errors.New("the request is refused")
)

// leniency is what a reader accepts beyond RFC 9112. The zero value is a strict reader, which
// refuses whatever two recipients could interpret differently.
type leniency struct {
	// Whether Content-Length takes precedence over Transfer-Encoding.
	lengthWins bool
	// Whether Transfer-Encoding takes precedence over Content-Length.
	chunkedWins bool
	// Whether a bare LF ends a line, and names and values may have any characters.
	looseLines bool
}

// reading is one request as a reader understands it.
type reading struct {
	method string
	target string
	origin string
	// Size of the request in bytes, with its body.
	size int
	// Whether the connection ends after the response.
	closes bool
}

// framing is what the fields of a head say about the body.
type framing struct {
	hosts     int
	lengths   []string
	encodings []string
	closes    bool
	keepAlive bool
	origin    string
}

// read returns the first request in data. With an error, the method of the result is empty unless
// the head is complete and valid: a server may respond to it before it reads the body.
func (l leniency) read(data []byte) (reading, error) {
	position := 0
	for bytes.HasPrefix(data[position:], []byte("\r\n")) {
		position += 2
	}
	line, position, err := l.line(data, position)
	if err != nil {
		return reading{}, err
	}
	words := strings.Split(line, " ")
	if len(words) != 3 || !isToken(words[0]) || !isTarget(words[1]) {
		return reading{}, errRefused
	}
	version := words[2]
	if version != "HTTP/1.1" && version != "HTTP/1.0" {
		return reading{}, errRefused
	}
	fields, position, err := l.fields(data, position)
	if err != nil {
		return reading{}, err
	}
	result := reading{method: words[0], target: words[1], origin: fields.origin}
	result.closes = fields.closes || (version == "HTTP/1.0" && !fields.keepAlive)
	if !l.looseLines && fields.hosts != 1 && (version == "HTTP/1.1" || fields.hosts > 1) {
		return reading{}, errRefused
	}
	chunked, length, err := l.bodyFraming(fields, version)
	if err != nil {
		return reading{}, err
	}
	if chunked {
		position, err = l.chunks(data, position)
		if err != nil {
			return result, err
		}
	} else if len(data)-position < length {
		return result, errIncomplete
	} else {
		position += length
	}
	result.size = position
	return result, nil
}

// line returns the line at position and the position after it.
func (l leniency) line(data []byte, position int) (string, int, error) {
	for end := position; end < len(data); end++ {
		switch c := data[end]; {
		case c == '\r' && end+1 == len(data):
			return "", 0, errIncomplete
		case c == '\r' && data[end+1] == '\n':
			return string(data[position:end]), end + 2, nil
		case c == '\n' && l.looseLines:
			return string(data[position:end]), end + 1, nil
		case l.looseLines || c == '\t' || c >= ' ' && c != 0x7F:
		default:
			return "", 0, errRefused
		}
	}
	return "", 0, errIncomplete
}

// fields returns what the fields of a head say, and the position after the head.
func (l leniency) fields(data []byte, position int) (framing, int, error) {
	var result framing
	for {
		line, next, err := l.line(data, position)
		if err != nil {
			return framing{}, 0, err
		}
		position = next
		if line == "" {
			return result, position, nil
		}
		name, value, found := strings.Cut(line, ":")
		if l.looseLines {
			name = strings.TrimSpace(name)
		} else if !found || !isToken(name) {
			return framing{}, 0, errRefused
		}
		result.add(strings.ToLower(name), strings.Trim(value, " \t"))
	}
}

func (f *framing) add(name, value string) {
	switch name {
	case "host":
		f.hosts++
	case "content-length":
		f.lengths = append(f.lengths, value)
	case "transfer-encoding":
		f.encodings = append(f.encodings, value)
	case "origin":
		f.origin = value
	case "connection":
		for _, option := range strings.Split(strings.ToLower(value), ",") {
			option = strings.Trim(option, " \t")
			f.closes = f.closes || option == "close"
			f.keepAlive = f.keepAlive || option == "keep-alive"
		}
	}
}

// bodyFraming returns whether the body is chunked, or else its length (RFC 9112 section 6.3).
func (l leniency) bodyFraming(fields framing, version string) (bool, int, error) {
	if len(fields.lengths) == 0 && len(fields.encodings) == 0 {
		return false, 0, nil
	}
	isChunked := len(fields.encodings) == 1 && strings.EqualFold(fields.encodings[0], "chunked")
	if l.chunkedWins {
		isChunked = strings.Contains(strings.ToLower(strings.Join(fields.encodings, ",")), "chunked")
	}
	if len(fields.encodings) > 0 && !(l.lengthWins && len(fields.lengths) > 0) {
		switch {
		case isChunked && (l.chunkedWins || len(fields.lengths) == 0 && version == "HTTP/1.1"):
			return true, 0, nil
		case !l.chunkedWins || len(fields.lengths) == 0:
			return false, 0, errRefused
		}
	}
	value := fields.lengths[0]
	if l != (leniency{}) {
		value = strings.TrimLeft(value, "+ ")
	} else if len(fields.lengths) > 1 || value == "" || strings.Trim(value, "0123456789") != "" {
		return false, 0, errRefused
	}
	length, err := strconv.ParseInt(value, 10, 64)
	if err != nil || length < 0 {
		return false, 0, errRefused
	}
	return false, int(length), nil
}

// chunks returns the position after a chunked body and its trailers (RFC 9112 section 7.1).
func (l leniency) chunks(data []byte, position int) (int, error) {
	for {
		line, next, err := l.line(data, position)
		if err != nil {
			return 0, err
		}
		position = next
		digits, _, _ := strings.Cut(line, ";")
		if l.looseLines {
			digits = strings.TrimSpace(digits)
		}
		size, err := strconv.ParseUint(digits, 16, 63)
		if err != nil {
			return 0, errRefused
		}
		if size == 0 {
			_, position, err = l.fields(data, position)
			return position, err
		}
		if uint64(len(data)-position) < size {
			return 0, errIncomplete
		}
		position += int(size)
		line, position, err = l.line(data, position)
		if err != nil {
			return 0, err
		}
		if line != "" {
			return 0, errRefused
		}
	}
}

func isToken(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		isAlphanumeric := c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !isAlphanumeric && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return text != ""
}

func isTarget(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] <= ' ' || text[i] == 0x7F {
			return false
		}
	}
	return text != ""
}
