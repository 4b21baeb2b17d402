// steady-load sends requests at a constant rate, whatever the server does, and fails if one of them
// gets no response or an unexpected one. Latencies count from the time at which a request was due
// (open loop), so that a pause of the server is not hidden by a client that waits.
//
//	steady-load -ca FILE -address HOST:PORT -rate 10000 -posts 100 [-connections 256] [-http2]
//
// It runs until its standard input ends, then prints one line of JSON.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// The longest time between the due time of a request and its response.
	timeout = 60 * time.Second
	// The maximum number of requests that are due and have no connection yet.
	queueMax = 1 << 20
	// The maximum number of failures that are printed.
	printedMax = 20
)

type task struct {
	number int64
	due    time.Time
}

type result struct {
	latencies []time.Duration
	failures  int64
}

var (
	address     = flag.String("address", "127.0.0.1:443", "server")
	ca          = flag.String("ca", "", "PEM file of the authority")
	rate        = flag.Int("rate", 10000, "requests each second")
	posts       = flag.Int("posts", 100, "how many of them are posts")
	fresh       = flag.Int("fresh", 50, "how many of them have a connection of their own")
	connections = flag.Int("connections", 256, "connections at once")
	http2       = flag.Bool("http2", false, "HTTP/2")
	get         = flag.String("get", "/livez", "path of the other requests")

	failureCount, retryCount, postCount, freshCount int64
)

func main() {
	flag.Parse()
	pem, err := os.ReadFile(*ca)
	if err != nil {
		fmt.Fprintln(os.Stderr, "steady-load:", err)
		os.Exit(2)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	kept, single := client(roots, false), client(roots, true)

	tasks := make(chan task, queueMax)
	results := make([]result, *connections)
	var workers sync.WaitGroup
	for index := range results {
		workers.Add(1)
		go func(result *result) {
			defer workers.Done()
			for task := range tasks {
				chosen := kept
				if isPart(task.number, *fresh) {
					chosen = single
					atomic.AddInt64(&freshCount, 1)
				}
				if err := send(chosen, task); err != nil {
					if atomic.AddInt64(&failureCount, 1) <= printedMax {
						fmt.Fprintln(os.Stderr, "steady-load:", err)
					}
					continue
				}
				result.latencies = append(result.latencies, time.Since(task.due))
			}
		}(&results[index])
	}

	var isOver atomic.Bool
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		isOver.Store(true)
	}()
	began, sent := time.Now(), int64(0)
	for !isOver.Load() {
		due := int64(time.Since(began) * time.Duration(*rate) / time.Second)
		for ; sent < due; sent++ {
			tasks <- task{sent, began.Add(time.Duration(sent) * time.Second / time.Duration(*rate))}
		}
		time.Sleep(time.Millisecond)
	}
	close(tasks)
	workers.Wait()
	report(results, sent, time.Since(began))
	if failureCount > 0 {
		os.Exit(1)
	}
}

// isPart spreads this many numbers evenly over each second.
func isPart(number int64, count int) bool {
	return count > 0 && number*int64(count)/int64(*rate) != (number+1)*int64(count)/int64(*rate)
}

func client(roots *x509.CertPool, isSingle bool) *http.Client {
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{RootCAs: roots},
		DialContext:         (&net.Dialer{Timeout: timeout}).DialContext,
		MaxIdleConnsPerHost: *connections,
		MaxConnsPerHost:     *connections,
		TLSHandshakeTimeout: timeout,
		DisableKeepAlives:   isSingle,
		DisableCompression:  true,
		ForceAttemptHTTP2:   *http2 && !isSingle,
	}
	if isSingle {
		transport.MaxConnsPerHost = 0
	}
	return &http.Client{Transport: transport, Timeout: timeout}
}

func send(client *http.Client, task task) error {
	request, _ := http.NewRequest("GET", "https://"+*address+*get, nil)
	if isPart(task.number, *posts) {
		atomic.AddInt64(&postCount, 1)
		body := fmt.Sprintf(`{"username":"load","message":"message %d"}`, task.number)
		request, _ = http.NewRequest("POST", "https://"+*address+"/postchatt/", strings.NewReader(body))
		// With this field a post is safe to repeat on another connection.
		request.Header.Set("Idempotency-Key", fmt.Sprintf("steady-load-%d-%d", os.Getpid(), task.number))
	}
	// The transport repeats a request itself if its connection ended before it was sent.
	attempts := int64(0)
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { attempts++ }}
	request = request.WithContext(httptrace.WithClientTrace(request.Context(), trace))
	response, err := client.Do(request)
	if attempts > 1 {
		atomic.AddInt64(&retryCount, attempts-1)
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != 200 {
		return fmt.Errorf("%s %s: %s: %s", request.Method, request.URL.Path, response.Status, text)
	}
	return nil
}

func report(results []result, sent int64, elapsed time.Duration) {
	var all []time.Duration
	for _, result := range results {
		all = append(all, result.latencies...)
	}
	sort.Slice(all, func(left, right int) bool { return all[left] < all[right] })
	at := func(share float64) float64 {
		if len(all) == 0 {
			return 0
		}
		return all[int(share*float64(len(all)-1))].Seconds()
	}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"seconds": elapsed.Seconds(), "sent": sent, "responses": len(all), "posts": postCount,
		"own_connection": freshCount, "repeated_by_client": retryCount, "failed": failureCount,
		"p50_seconds": at(0.5), "p99_seconds": at(0.99), "longest_seconds": at(1),
	})
}
