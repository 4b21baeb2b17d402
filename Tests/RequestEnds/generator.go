package main

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	// Each case has this many requests, of which one is a smuggling shape.
	requestsPerCase = 3
	// Number of letters of an origin. The case of each is one bit of the marker.
	originLetters = 40
	// Bytes after a case whose last request may be incomplete: more than a shape announces.
	tailBytes = 8 << 10
)

// marker identifies a request, or a text in a body that looks like one.
type marker struct {
	number int
	hidden bool
}

func (m marker) String() string {
	if m.hidden {
		return "/h/" + strconv.Itoa(m.number)
	}
	return "/r/" + strconv.Itoa(m.number)
}

// origin returns the value of an Origin field. chatterd repeats it in its response with the same
// upper and lower case, and permits it whatever its case is.
func (m marker) origin() string {
	bits := m.number << 1
	if m.hidden {
		bits |= 1
	}
	letters := []byte(strings.Repeat("a", originLetters))
	for i := range letters {
		if bits>>i&1 == 1 {
			letters[i] = 'A'
		}
	}
	return "https://" + string(letters) + ".test"
}

// markerOfOrigin is the inverse of origin.
func markerOfOrigin(value string) (marker, bool) {
	text := strings.TrimSuffix(strings.TrimPrefix(value, "https://"), ".test")
	if len(text) != originLetters {
		return marker{}, false
	}
	bits := 0
	for i := range text {
		if text[i] == 'A' {
			bits |= 1 << i
		}
	}
	return marker{number: bits >> 1, hidden: bits&1 == 1}, true
}

// markerOfTarget finds a marker in a request target, a request line or a path.
func markerOfTarget(text string) (marker, bool) {
	for i := 0; i+3 < len(text); i++ {
		if text[i] != '/' || text[i+2] != '/' || text[i+1] != 'r' && text[i+1] != 'h' {
			continue
		}
		end := i + 3
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if number, err := strconv.Atoi(text[i+3 : end]); err == nil {
			return marker{number: number, hidden: text[i+1] == 'h'}, true
		}
	}
	return marker{}, false
}

// testCase is what is sent on a connection in one write: three requests, one of them a shape.
type testCase struct {
	number int
	bytes  []byte
	shape  string
	// Index of the shape among the three requests.
	shapeIndex int
	// Methods of the three requests, and whether their markers are in the log.
	methods  [requestsPerCase]string
	isLogged [requestsPerCase]bool
	// Whether a recipient may wait for more bytes, so that a tail follows.
	hasTail bool
	// Size of `bytes` without the tail.
	size int
}

func (c *testCase) marker(index int) marker {
	return marker{number: c.number*requestsPerCase + index}
}

// generator makes one case. Its numbers depend on the seed and the number of the case only.
type generator struct {
	state uint64
	test  *testCase
	// The request that is being made.
	marker marker
	index  int
	hidden string
}

func generate(seed uint64, number int) *testCase {
	test := &testCase{number: number}
	g := &generator{state: seed*0x9E3779B97F4A7C15 ^ uint64(number)<<20, test: test}
	g.hidden = g.request(marker{number: number * requestsPerCase, hidden: true})
	test.shapeIndex = g.below(4)/3 ^ 1
	for index := 0; index < requestsPerCase; index++ {
		g.marker, g.index = test.marker(index), index
		test.isLogged[index] = true
		test.methods[index] = "GET"
		switch {
		case index == test.shapeIndex:
			test.bytes = append(test.bytes, g.shape()...)
		case index == requestsPerCase-1:
			// The last request has no body, so that its response is certain to be the last one.
			test.bytes = append(test.bytes, g.request(g.marker)...)
		default:
			test.bytes = append(test.bytes, g.ordinary(index)...)
		}
	}
	test.size = len(test.bytes)
	if test.hasTail {
		tail := strings.Repeat("x", tailBytes) + "\r\n\r\n"
		test.bytes = append(test.bytes, tail...)
	}
	return test
}

// next returns the next number of SplitMix64.
func (g *generator) next() uint64 {
	g.state += 0x9E3779B97F4A7C15
	z := g.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (g *generator) below(limit int) int { return int(g.next() % uint64(limit)) }

func (g *generator) chance(percent int) bool { return g.below(100) < percent }

func (g *generator) pick(values ...string) string { return values[g.below(len(values))] }

// head returns the beginning of a head, without the empty line.
func (g *generator) head(method string) string {
	if method == "POST" && g.chance(25) {
		return g.post()
	}
	return method + " " + g.marker.String() + " HTTP/1.1\r\n" + g.fields(g.marker)
}

// post returns the beginning of a head for a call that reads the body. At other paths chatterd
// responds at once and discards the body.
func (g *generator) post() string {
	g.test.isLogged[g.index] = false
	return "POST /v1/chatts?m=" + g.marker.String() + " HTTP/1.1\r\n" + g.fields(g.marker) +
		"Content-Type: application/json\r\n"
}

func (g *generator) fields(m marker) string {
	return "Host: chatter.test\r\nOrigin: " + m.origin() + "\r\n"
}

// request returns a plain request.
func (g *generator) request(m marker) string {
	return "GET " + m.String() + " HTTP/1.1\r\n" + g.fields(m) + "\r\n"
}

// ordinary returns a request that RFC 9112 permits and no recipient should misunderstand.
func (g *generator) ordinary(index int) string {
	method := g.pick("GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
	g.test.methods[index] = method
	target := g.pick("", "", "", "http://chatter.test") + g.marker.String() +
		g.pick("", "", "?", "?a=b&c", "/%41%2f", "?q=/x//y", "/a/../b", "?%0d%0a", ";p=1")
	head := strings.Repeat("\r\n", g.below(40)/39) + method + " " + target + " HTTP/1.1\r\n" +
		g.fields(g.marker)
	if method == "POST" && g.chance(25) {
		head = g.post()
	}
	for range make([]struct{}, g.below(6)) {
		head += g.field()
	}
	if method == "GET" || method == "HEAD" || g.chance(20) {
		return head + "\r\n"
	}
	if g.chance(10) {
		head += "Expect: 100-continue\r\n"
	}
	if g.chance(50) {
		body := g.body()
		return head + fmt.Sprintf("%s:%s%d%s\r\n\r\n%s", g.pick("Content-Length", "content-length"),
			g.pick("", " ", "  ", "\t"), len(body), g.pick("", "", " "), body)
	}
	return head + g.pick("Transfer-Encoding", "transfer-encoding") + ":" + g.pick(" ", "", "\t ") +
		g.pick("chunked", "chunked", "Chunked") + "\r\n\r\n" + g.chunked(g.body())
}

// field returns a field that has nothing to do with framing.
func (g *generator) field() string {
	name := g.pick("X-A", "x-b", "X-Long-Name-Of-A-Field", "X!#$%&'*+.^_`|~", "Accept",
		"User-Agent",
		"Cookie", "X-0", "Accept-Encoding", "Via", "TE", "X-Forwarded-For", "Cache-Control")
	if name == "TE" {
		return "TE: trailers\r\n"
	}
	value := g.pick("", "a", "text/html, */*;q=0.8", "\"quoted, text\"", "a\tb", "caf\xc3\xa9",
		"\xff\xfe",
		"GET /h/ HTTP/1.1", "chunked", "0", "a:b:c", strings.Repeat("v", g.below(300)))
	return name + ":" + g.pick(" ", " ", "", "  ", "\t", " \t ") + value + g.pick("", "", " ",
		"\t") +
		"\r\n"
}

// body returns the content of a body, which often looks like a request.
func (g *generator) body() string {
	switch g.below(6) {
	case 0:
		return ""
	case 1:
		return g.hidden
	case 2:
		return "\r\n\r\n" + g.hidden + "0\r\n\r\n"
	case 3:
		return "0\r\n\r\n" + g.hidden
	case 4:
		return strings.Repeat(g.pick("x", "\r\n", "\x00", "0\r\n\r\n"), g.below(200))
	}
	bytes := make([]byte, g.below(400))
	for i := range bytes {
		bytes[i] = byte(g.next())
	}
	return string(bytes)
}

// chunked returns a body in chunks, with extensions and trailers.
func (g *generator) chunked(body string) string {
	var result strings.Builder
	for body != "" {
		size := 1 + g.below(len(body))
		digits := g.pick("", "", "0", "000") + strconv.FormatInt(int64(size), 16)
		if g.chance(30) {
			digits = strings.ToUpper(digits)
		}
		result.WriteString(digits + g.extension() + "\r\n" + body[:size] + "\r\n")
		body = body[size:]
	}
	result.WriteString(g.pick("0", "0", "00") + g.extension() + "\r\n")
	if g.chance(20) {
		result.WriteString(g.pick("X-Trailer: a\r\n", "X-Sum: 1\r\nX-Other:\r\n",
			"x: GET / HTTP/1.1\r\n"))
	}
	return result.String() + "\r\n"
}

func (g *generator) extension() string {
	if g.chance(85) {
		return ""
	}
	return g.pick(";a", ";a=b", ";a=\"b;c\"", ";a=b;c=d", ";x=\"0\"")
}
