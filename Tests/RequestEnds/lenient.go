package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"time"
)

const (
	selfTestCases = 1000
	// The time without new bytes after which the lenient programs end a connection.
	lenientIdle = 100 * time.Millisecond
)

// runSelfTest puts a server that prefers Transfer-Encoding and accepts bare LF behind a proxy that
// prefers Content-Length, and tests that server directly, too. Both targets must disagree.
func runSelfTest() int {
	cases := selfTestCases
	if *only >= 0 {
		cases = 1
	}
	first, _ := caseRange()
	direct := &target{name: "lenient server", isDirect: true}
	proxied := &target{name: "lenient proxy"}
	status := 0
	for _, t := range []*target{direct, proxied} {
		t.prepare(*seed, first, cases)
		server, err := listen(func(connection net.Conn) { t.serveLeniently(connection) })
		if err == nil && t == proxied {
			address := server
			server, err = listen(func(connection net.Conn) { passThrough(connection, address) })
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "request-ends:", err)
			return 1
		}
		t.addresses, t.network = []string{server}, "127.0.0."
		*workers = 1
		if err := (&servers{}).sendTo(t, first, cases); err != nil {
			fmt.Fprintln(os.Stderr, "request-ends:", err)
			return 1
		}
		t.finish()
		if len(t.failed) == 0 {
			fmt.Fprintf(os.Stderr, "request-ends: found no disagreement of the %s\n", t.name)
			status = 1
		}
		if *verbose {
			t.print(os.Stdout, true)
		} else {
			fmt.Printf("self-test: %d disagreements of the %s\n", len(t.failed), t.name)
		}
	}
	return status
}

func (s *servers) sendTo(t *target, first, cases int) error {
	client := client{target: t}
	defer client.close()
	for number := first; number < first+cases; number++ {
		if err := client.send(generate(t.seed, number)); err != nil {
			return err
		}
	}
	return nil
}

// listen serves each connection to a new port, one at a time, and returns its address.
func listen(serve func(net.Conn)) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			serve(connection)
			connection.Close()
		}
	}()
	return listener.Addr().String(), nil
}

// requestsOf calls handle for each request that a reader finds, until one is refused.
func (l leniency) requestsOf(connection net.Conn, handle func(reading, []byte) bool) {
	var data []byte
	buffer := make([]byte, lineMax)
	for {
		found, err := l.read(data)
		switch err {
		case nil:
			if !handle(found, data[:found.size]) {
				return
			}
			data = data[found.size:]
			continue
		case errRefused:
			_, _ = io.WriteString(connection, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n"+
				"Connection: close\r\n\r\n")
			return
		}
		_ = connection.SetReadDeadline(time.Now().Add(lenientIdle))
		count, err := connection.Read(buffer)
		if err != nil {
			return
		}
		data = append(data, buffer[:count]...)
	}
}

// serveLeniently responds to requests, and records them as chatterd's log would.
func (t *target) serveLeniently(connection net.Conn) {
	lenient := leniency{chunkedWins: true, looseLines: true}
	lenient.requestsOf(connection, func(found reading, _ []byte) bool {
		m, isMarked := markerOfTarget(found.target)
		if !isMarked {
			return false
		}
		t.record(m)
		_, err := fmt.Fprintf(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"+
			"Access-Control-Allow-Origin: %s\r\n\r\n", found.origin)
		return err == nil
	})
}

// passThrough forwards each request unchanged over one connection, and one response for each.
func passThrough(connection net.Conn, address string) {
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close()
	response := make([]byte, lineMax)
	leniency{lengthWins: true}.requestsOf(connection, func(found reading, data []byte) bool {
		_ = server.SetDeadline(time.Now().Add(lenientIdle))
		if _, err := server.Write(data); err != nil {
			return false
		}
		// The lenient server sends responses of the same size, each in one write.
		size := len("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nAccess-Control-Allow-Origin: \r\n\r\n") +
			len(found.origin)
		if _, err := io.ReadFull(server, response[:size]); err != nil {
			return false
		}
		asked := "HTTP/1.1 200 OK\r\nX-Asked: " + found.target + "\r\n"
		_, err := connection.Write(append([]byte(asked), response[len("HTTP/1.1 200 OK\r\n"):size]...))
		return err == nil
	})
}
