// The four calls as a competent user would write them in Go: net/http, encoding/json, pgx and its
// pool. It is the yardstick for everything that is more than a file.
//
//	peer ADDRESS CERTIFICATE KEY DATABASE
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v4/pgxpool"
)

const bodyBytesMax = 32 << 20

type server struct {
	database *pgxpool.Pool
}

type post struct {
	Username string  `json:"username"`
	Message  *string `json:"message"`
	Audio    *string `json:"audio"`
}

func newID() (string, error) {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16]), nil
}

func reply(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func fail(w http.ResponseWriter, status int, message string) {
	body, _ := json.Marshal(map[string]string{"error": message})
	reply(w, status, body)
}

func (s *server) list(withAudio bool) http.HandlerFunc {
	columns := "username, message, id::text, created_at"
	if withAudio {
		columns += ", audio"
	}
	query := "select " + columns + " from chatts order by sequence desc"
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			fail(w, http.StatusMethodNotAllowed, "use GET")
			return
		}
		rows, err := s.database.Query(r.Context(), query)
		if err != nil {
			fail(w, http.StatusServiceUnavailable, "the database is away")
			return
		}
		defer rows.Close()
		chatts := [][]*string{}
		for rows.Next() {
			var username, id string
			var message *string
			var created time.Time
			var audio []byte
			fields := []any{&username, &message, &id, &created}
			if withAudio {
				fields = append(fields, &audio)
			}
			if err := rows.Scan(fields...); err != nil {
				fail(w, http.StatusInternalServerError, "a row cannot be read")
				return
			}
			timestamp := created.UTC().Format("2006-01-02T15:04:05.000Z")
			chatt := []*string{&username, message, &id, &timestamp}
			if withAudio {
				var text *string
				if audio != nil {
					encoded := base64.StdEncoding.EncodeToString(audio)
					text = &encoded
				}
				chatt = append(chatt, text)
			}
			chatts = append(chatts, chatt)
		}
		if rows.Err() != nil {
			fail(w, http.StatusServiceUnavailable, "the database is away")
			return
		}
		body, err := json.Marshal(chatts)
		if err != nil {
			fail(w, http.StatusInternalServerError, "the list cannot be written")
			return
		}
		reply(w, http.StatusOK, body)
	}
}

func (s *server) insert(withAudio bool) http.HandlerFunc {
	const statement = "insert into chatts (id, username, message, audio) values ($1, $2, $3, $4)"
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			fail(w, http.StatusMethodNotAllowed, "use POST")
			return
		}
		var posted post
		body := http.MaxBytesReader(w, r.Body, bodyBytesMax)
		if err := json.NewDecoder(body).Decode(&posted); err != nil {
			fail(w, http.StatusBadRequest, "the body is not JSON")
			return
		}
		if posted.Username == "" || posted.Message == nil {
			fail(w, http.StatusUnprocessableEntity, "username and message are needed")
			return
		}
		var audio []byte
		if withAudio && posted.Audio != nil {
			decoded, err := base64.StdEncoding.DecodeString(*posted.Audio)
			if err != nil {
				fail(w, http.StatusUnprocessableEntity, "audio is not base64")
				return
			}
			audio = decoded
		}
		id, err := newID()
		if err == nil {
			_, err = s.database.Exec(r.Context(), statement, id, posted.Username, posted.Message, audio)
		}
		if err != nil {
			fail(w, http.StatusServiceUnavailable, "the database is away")
			return
		}
		reply(w, http.StatusOK, []byte("{}"))
	}
}

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: peer ADDRESS CERTIFICATE KEY DATABASE")
	}
	database, err := pgxpool.Connect(context.Background(), os.Args[4])
	if err != nil {
		log.Fatal(err)
	}
	s := &server{database}
	mux := http.NewServeMux()
	mux.HandleFunc("/getchatts/", s.list(false))
	mux.HandleFunc("/postchatt/", s.insert(false))
	mux.HandleFunc("/getaudio/", s.list(true))
	mux.HandleFunc("/postaudio/", s.insert(true))
	mux.HandleFunc("/livez", func(w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusOK, []byte("{}"))
	})
	log.Fatal(http.ListenAndServeTLS(os.Args[1], os.Args[2], os.Args[3], mux))
}
