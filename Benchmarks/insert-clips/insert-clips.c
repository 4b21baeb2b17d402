// The yardstick of postaudio: threads, each with a libpq connection, insert one clip per transaction
// with binary parameters, without HTTP, JSON, base64 or a check of the clip.
//
//   insert-clips DATABASE CLIP CONNECTIONS SECONDS      prints JSON
#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static const char *database;
static char *clip;
static int clip_bytes;
static double deadline;
static atomic_long inserted;
static atomic_long failed;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what, PGconn *connection) {
  fprintf(stderr, "insert-clips: %s: %s", what, PQerrorMessage(connection));
  atomic_fetch_add(&failed, 1);
}

static void *insert(void *unused) {
  (void)unused;
  PGconn *connection = PQconnectdb(database);
  if (PQstatus(connection) != CONNECTION_OK) {
    fail("connect", connection);
    PQfinish(connection);
    return NULL;
  }
  PGresult *prepared = PQprepare(
      connection, "insert",
      "insert into chatts (id, username, message, audio) values ($1::uuid, $2, $3, $4::bytea)", 4, NULL);
  if (PQresultStatus(prepared) != PGRES_COMMAND_OK) fail("prepare", connection);
  PQclear(prepared);
  char id[16];
  const char *values[4] = {id, "benchmark", "a clip", clip};
  const int lengths[4] = {sizeof id, 9, 6, clip_bytes};
  const int formats[4] = {1, 1, 1, 1};
  while (now() < deadline && atomic_load(&failed) == 0) {
    if (getrandom(id, sizeof id, 0) != sizeof id) abort();
    PGresult *result = PQexecPrepared(connection, "insert", 4, values, lengths, formats, 1);
    if (PQresultStatus(result) == PGRES_COMMAND_OK) atomic_fetch_add(&inserted, 1);
    else fail("insert", connection);
    PQclear(result);
  }
  PQfinish(connection);
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "usage: insert-clips DATABASE CLIP CONNECTIONS SECONDS\n");
    return 2;
  }
  database = arguments[1];
  FILE *file = fopen(arguments[2], "rb");
  if (file == NULL) {
    perror(arguments[2]);
    return 1;
  }
  fseek(file, 0, SEEK_END);
  clip_bytes = (int)ftell(file);
  rewind(file);
  clip = malloc((size_t)clip_bytes);
  if (clip == NULL || fread(clip, 1, (size_t)clip_bytes, file) != (size_t)clip_bytes) return 1;
  fclose(file);
  int connections = atoi(arguments[3]);
  if (connections < 1 || connections > 256) return 2;
  double start = now();
  deadline = start + atof(arguments[4]);
  pthread_t threads[256];
  for (int index = 0; index < connections; index++) {
    if (pthread_create(&threads[index], NULL, insert, NULL) != 0) return 1;
  }
  for (int index = 0; index < connections; index++) pthread_join(threads[index], NULL);
  printf("{\"requests\":%ld,\"failures\":%ld,\"seconds\":%f}\n", atomic_load(&inserted),
         atomic_load(&failed), now() - start);
  return 0;
}
