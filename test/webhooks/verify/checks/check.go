// Answers each line of base64 fields (secret, signature, raw body) and now with true or false.
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"check/terrier"
)

func decode(field string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(field)
	if err != nil {
		panic(err)
	}
	return bytes
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		now, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			panic(err)
		}
		secret, signature := string(decode(fields[0])), string(decode(fields[1]))
		fmt.Println(terrier.Verify(secret, signature, decode(fields[2]), time.UnixMilli(now)))
	}
}
