// load sends requests over HTTP/1.1 with TLS, checks every byte of each response, and prints one line
// of JSON. Each connection sends its next request after the response (closed loop).
//
//	load -port PORT -certificate FILE [-connections N] [-seconds S -warm-up S | -requests N]
//	  -get PATH -expect FILE [-range FIRST-LAST] [-gzip] [-reconnect]
//	  -post PATH -content FILE     with ~~~~~~~~~~~~~~~~, if it is there, replaced by a unique token
//	  -get PATH -post PATH -content FILE     one post to nine lists, which must have the last post
//	  -idle -get PATH -expect FILE     opens connections and holds them until its input ends
//	  -fan-out -get PATH -post PATH -content FILE -posts N -interval S
//	     opens streams of events, posts after a byte of input, and holds them until its input ends
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	placeholder = "~~~~~~~~~~~~~~~~"
	// The longest time for a response, and between two bytes of a stream.
	timeout = 60 * time.Second
	// Handshakes at once when many connections are opened.
	openingsMax = 64
	// Streams of one address, below the quotas of a server's defaults.
	streamsPerAddress = 500
)

var (
	port        = flag.Int("port", 443, "port on 127.0.0.1")
	certificate = flag.String("certificate", "", "PEM file of the server's certificate")
	connections = flag.Int("connections", 1, "connections at once")
	seconds     = flag.Float64("seconds", 1, "time that counts")
	warmUp      = flag.Float64("warm-up", 0, "time before it")
	requests    = flag.Int64("requests", 0, "total number of requests, instead of -seconds")
	getPath     = flag.String("get", "", "path to GET")
	expect      = flag.String("expect", "", "file with the body of the GET")
	byteRange   = flag.String("range", "", "FIRST-LAST bytes of the file")
	wantsGzip   = flag.Bool("gzip", false, "accept gzip, and require it")
	reconnect   = flag.Bool("reconnect", false, "a new connection with a full handshake for each request")
	postPath    = flag.String("post", "", "path to POST to")
	content     = flag.String("content", "", "file with the body of the POST")
	isIdle      = flag.Bool("idle", false, "hold idle connections")
	isFanOut    = flag.Bool("fan-out", false, "measure streams of events")
	posts       = flag.Int("posts", 20, "posts of -fan-out")
	interval    = flag.Float64("interval", 0.5, "seconds between them")

	configuration *tls.Config
	getRequest    []byte
	expected      []byte
	template      []byte
	// A compressed body that was correct: one with the same bytes is too.
	correct     atomic.Value
	token       int64
	firstReason atomic.Value
	failures    int64
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(2)
	}
}

func failed(err error) {
	atomic.AddInt64(&failures, 1)
	firstReason.CompareAndSwap(nil, err.Error())
}

func report(fields map[string]any) {
	fields["failures"] = atomic.LoadInt64(&failures)
	if reason, ok := firstReason.Load().(string); ok {
		fields["first_failure"] = reason
	}
	check(json.NewEncoder(os.Stdout).Encode(fields))
}

func main() {
	flag.Parse()
	// Each connection has a descriptor.
	var limit syscall.Rlimit
	check(syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	limit.Cur = limit.Max
	check(syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))

	pem, err := os.ReadFile(*certificate)
	check(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	configuration = &tls.Config{RootCAs: roots, ServerName: "127.0.0.1", NextProtos: []string{"http/1.1"}}

	fields := ""
	if *wantsGzip {
		fields += "Accept-Encoding: gzip\r\n"
	}
	if *expect != "" {
		expected, err = os.ReadFile(*expect)
		check(err)
	}
	if first, last, ok := strings.Cut(*byteRange, "-"); ok {
		from, err := strconv.Atoi(first)
		check(err)
		to, err := strconv.Atoi(last)
		check(err)
		expected = expected[from : to+1]
		fields += "Range: bytes=" + *byteRange + "\r\n"
	}
	getRequest = []byte(fmt.Sprintf("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n", *getPath, *port, fields))
	if *content != "" {
		body, err := os.ReadFile(*content)
		check(err)
		// Without it all posts are the same, which only a load of nothing else can be.
		count := bytes.Count(body, []byte(placeholder))
		if count > 1 || count == 0 && *getPath != "" {
			check(errors.New("-content needs one " + placeholder))
		}
		template = append([]byte(fmt.Sprintf(
			"POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
			*postPath, *port, len(body))), body...)
	}
	switch {
	case *isIdle:
		idle()
	case *isFanOut:
		fanOut()
	default:
		run()
	}
}

// A connection with TLS.
type connection struct {
	*tls.Conn
	reader *bufio.Reader
	body   bytes.Buffer
}

func dial(from string) (*connection, error) {
	dialer := &net.Dialer{Timeout: timeout, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	plain, err := tls.DialWithDialer(dialer, "tcp", fmt.Sprintf("127.0.0.1:%d", *port), configuration)
	if err != nil {
		return nil, err
	}
	return &connection{Conn: plain, reader: bufio.NewReaderSize(plain, 16<<10)}, nil
}

// exchange sends a request and returns the status, the fields and the body, which is valid until the next.
func (c *connection) exchange(request []byte) (int, http.Header, []byte, error) {
	check(c.SetDeadline(time.Now().Add(timeout)))
	if _, err := c.Write(request); err != nil {
		return 0, nil, nil, err
	}
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return 0, nil, nil, err
	}
	c.body.Reset()
	_, err = c.body.ReadFrom(response.Body)
	return response.StatusCode, response.Header, c.body.Bytes(), err
}

// get sends the GET and checks the response; returns the number of bytes of its body.
func (c *connection) get(last string) (int, error) {
	status, fields, body, err := c.exchange(getRequest)
	wanted := 200
	if *byteRange != "" {
		wanted = 206
	}
	switch {
	case err != nil:
		return 0, err
	case status != wanted:
		return 0, fmt.Errorf("status %d: %.200s", status, body)
	case *expect == "":
		var rows [][]*string
		if err := json.Unmarshal(body, &rows); err != nil {
			return 0, err
		}
		if last != "" && !bytes.Contains(body, []byte(last)) {
			return 0, errors.New("the list lacks the last post of its connection")
		}
	case *wantsGzip:
		if known, ok := correct.Load().([]byte); ok && bytes.Equal(known, body) {
			break
		}
		member, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil || fields.Get("Content-Encoding") != "gzip" {
			return 0, fmt.Errorf("no gzip: %v", err)
		}
		plain, err := io.ReadAll(member)
		if err != nil || !bytes.Equal(plain, expected) {
			return 0, fmt.Errorf("another body in gzip: %v", err)
		}
		correct.Store(append([]byte(nil), body...))
	case !bytes.Equal(body, expected):
		return 0, fmt.Errorf("another body: %.200s", body)
	}
	return len(body), nil
}

// post sends a post with a text of 16 characters in place of the placeholder.
func (c *connection) post(text string) error {
	status, _, body, err := c.exchange(bytes.Replace(template, []byte(placeholder), []byte(text), 1))
	if err == nil && status != 200 {
		err = fmt.Errorf("status %d: %.200s", status, body)
	}
	return err
}

type tally struct {
	latencies []time.Duration
	all       int64
	bytes     int64
}

// run sends requests for some time, or a number of them.
func run() {
	tallies := make([]tally, *connections)
	starts := time.Now().Add(time.Duration(*warmUp * float64(time.Second)))
	ends := starts.Add(time.Duration(*seconds * float64(time.Second)))
	if *requests > 0 {
		starts, ends = time.Now(), time.Now().Add(time.Hour)
	}
	left := *requests
	var workers sync.WaitGroup
	for index := range tallies {
		workers.Add(1)
		go func(tally *tally, index int) {
			defer workers.Done()
			var open *connection
			last := ""
			for count := index; time.Now().Before(ends); count++ {
				if *requests > 0 && atomic.AddInt64(&left, -1) < 0 {
					return
				}
				began := time.Now()
				var err error
				if open == nil {
					open, err = dial("127.0.0.1")
				}
				size := 0
				if err == nil {
					if template != nil && (*getPath == "" || count%10 == 0) {
						last = fmt.Sprintf("%016d", atomic.AddInt64(&token, 1))
						err = open.post(last)
					} else {
						size, err = open.get(last)
					}
				}
				tally.all++
				now := time.Now()
				if err != nil {
					failed(err)
				} else if now.After(starts) && now.Before(ends) {
					tally.latencies = append(tally.latencies, now.Sub(began))
					tally.bytes += int64(size)
				}
				if open != nil && (err != nil || *reconnect) {
					open.Close()
					open = nil
				}
				if err != nil {
					time.Sleep(time.Millisecond)
				}
			}
		}(&tallies[index], index)
	}
	workers.Wait()
	took := time.Duration(*seconds * float64(time.Second))
	if *requests > 0 {
		took = time.Since(starts)
	}
	var sum tally
	for _, one := range tallies {
		sum.latencies = append(sum.latencies, one.latencies...)
		sum.all += one.all
		sum.bytes += one.bytes
	}
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	processor := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	report(map[string]any{
		"requests": len(sum.latencies), "requests_in_all": sum.all, "seconds": took.Seconds(),
		"content_bytes": sum.bytes, "client_cpu_seconds": processor.Seconds(),
		"p50_us": at(sum.latencies, 0.5), "p99_us": at(sum.latencies, 0.99),
	})
}

// at returns a quantile in microseconds, and sorts.
func at(latencies []time.Duration, share float64) int64 {
	if len(latencies) == 0 {
		return 0
	}
	sort.Slice(latencies, func(left, right int) bool { return latencies[left] < latencies[right] })
	return latencies[int(share*float64(len(latencies)-1))].Microseconds()
}

// open makes all connections, from addresses with a part of them each.
func open(use func(*connection) error) []*connection {
	opened := make([]*connection, *connections)
	slots := make(chan struct{}, openingsMax)
	var workers sync.WaitGroup
	for index := range opened {
		slots <- struct{}{}
		workers.Add(1)
		go func(index int) {
			defer workers.Done()
			from := "127.0.0.1"
			if *isFanOut {
				from = fmt.Sprintf("127.0.1.%d", 1+index/streamsPerAddress)
			}
			made, err := dial(from)
			if err == nil {
				err = use(made)
			}
			if err != nil {
				failed(err)
			} else {
				opened[index] = made
			}
			<-slots
		}(index)
	}
	workers.Wait()
	standing := opened[:0]
	for _, one := range opened {
		if one != nil {
			standing = append(standing, one)
		}
	}
	return standing
}

// idle reports the open connections, holds them, and reports those that still respond.
func idle() {
	use := func(c *connection) error { _, err := c.get(""); return err }
	standing := open(use)
	report(map[string]any{"standing": len(standing)})
	_, _ = io.Copy(io.Discard, os.Stdin)
	count := 0
	for _, one := range standing {
		if err := use(one); err != nil {
			failed(err)
		} else {
			count++
		}
	}
	report(map[string]any{"standing": count})
}

// fanOut reports the open streams, then how long each post took to each of them. The token of a post
// is the time at which it was sent.
func fanOut() {
	began := time.Now()
	standing := open(func(c *connection) error {
		if _, err := c.Write(getRequest); err != nil {
			return err
		}
		response, err := http.ReadResponse(c.reader, nil)
		if err != nil || response.StatusCode != 200 {
			return fmt.Errorf("no stream: %v", err)
		}
		c.reader = bufio.NewReader(response.Body)
		return nil
	})
	report(map[string]any{"standing": len(standing)})

	arrivals := make([][]time.Duration, *posts)
	var mutex sync.Mutex
	var arrived int64
	prefix, _, _ := strings.Cut(string(template[bytes.Index(template, []byte("\r\n\r\n"))+4:]), placeholder)
	marker := []byte(prefix[strings.LastIndexByte(prefix, '"')+1:])
	for _, one := range standing {
		go func(c *connection) {
			next := 0
			for next < *posts {
				check(c.SetDeadline(time.Now().Add(timeout)))
				line, err := c.reader.ReadBytes('\n')
				if err != nil {
					failed(err)
					return
				}
				start := bytes.Index(line, marker)
				if !bytes.HasPrefix(line, []byte("data:")) || start < 0 {
					continue
				}
				// In the first four digits the number of the post, then microseconds.
				text := line[start+len(marker):][:len(placeholder)]
				number, _ := strconv.Atoi(string(text[:4]))
				sent, _ := strconv.ParseInt(string(text[4:]), 10, 64)
				latency := time.Since(began) - time.Duration(sent)*time.Microsecond
				if number != next {
					failed(fmt.Errorf("post %d came in place of %d", number, next))
					return
				}
				next++
				mutex.Lock()
				arrivals[number] = append(arrivals[number], latency)
				mutex.Unlock()
				atomic.AddInt64(&arrived, 1)
			}
		}(one)
	}
	input := bufio.NewReader(os.Stdin)
	if _, err := input.ReadByte(); err != nil {
		return
	}
	sender, err := dial("127.0.0.1")
	check(err)
	for number := 0; number < *posts; number++ {
		if err := sender.post(fmt.Sprintf("%04d%012d", number, time.Since(began).Microseconds())); err != nil {
			failed(err)
		}
		time.Sleep(time.Duration(*interval * float64(time.Second)))
	}
	whole := int64(len(standing) * *posts)
	for end := time.Now().Add(20 * time.Second); atomic.LoadInt64(&arrived) < whole && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if missing := whole - atomic.LoadInt64(&arrived); missing > 0 {
		failed(fmt.Errorf("%d of %d chatts did not come", missing, whole))
	}
	var all []time.Duration
	slowest := []map[string]any{}
	for _, latencies := range arrivals {
		all = append(all, latencies...)
		slowest = append(slowest, map[string]any{"max_us": at(latencies, 1)})
	}
	report(map[string]any{"posts": slowest, "p50_us": at(all, 0.5), "p99_us": at(all, 0.99)})
	_, _ = io.Copy(io.Discard, input)
}
