package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"strconv"
	"time"
)

const (
	// The longest time for one case, a guard against hanging: all that a case announces is sent.
	caseMax = 30 * time.Second
	// The time after which a case is abandoned that announces more than that, such as 4 GiB.
	endlessMax = 500 * time.Millisecond
	dialMax    = 10 * time.Second
	// A case has at most this many responses: one for each line of its bytes is not reached.
	responsesMax = 64
	// The size of buffers, and the longest line of a response.
	lineMax = 64 << 10
	// The number of source addresses of direct connections.
	sourcesMax = 200
)

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
	expected, isEndless := strictReadings(test)
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
	limit := caseMax
	if isEndless {
		limit = endlessMax
	}
	c.connection.SetDeadline(time.Now().Add(limit))
	// A server that refuses a request may close before it has read the rest.
	_, _ = c.connection.Write(test.bytes)

	last := test.marker(requestsPerCase - 1)
	for index := 0; index < responsesMax; index++ {
		response, err := c.read(test, index)
		if err != nil {
			if failure, ok := err.(net.Error); ok && failure.Timeout() {
				t.count("abandoned", test.shape)
				if !isEndless {
					t.disagree(test.number, fmt.Sprintf("no response in %v", caseMax))
				}
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
// that one, too, if only its body is wrong. It also returns whether the last one has no end.
func strictReadings(test *testCase) (readings []reading, isEndless bool) {
	rest := test.bytes
	for len(readings) < responsesMax {
		reading, err := leniency{}.read(rest)
		if reading.method != "" {
			readings = append(readings, reading)
			isEndless = err == errIncomplete
		}
		if err != nil || reading.closes {
			break
		}
		rest = rest[reading.size:]
	}
	return readings, isEndless
}

func (c *client) checkDirect(test *testCase, got response, expected []reading, index int) {
	if !got.hasOrigin {
		c.refused(test, got)
		if index < test.shapeIndex {
			c.target.disagree(test.number, fmt.Sprintf(
				"request %d is valid, and the server refused it with %d", index, got.status))
		}
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
		// The cause may be another case, whose connection to the server the proxy has reused.
		if cause := got.origin.number / requestsPerCase; cause != test.number {
			t.disagree(cause, fmt.Sprintf("the response to %s went to %s", got.origin, got.asked))
		}
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
