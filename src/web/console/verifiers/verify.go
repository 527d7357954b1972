// net/http: body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
//
//	if err != nil || !terrier.Verify(secret, r.Header.Get("X-Terrier-Signature"), body, time.Now()) {
//		http.Error(w, "bad signature", http.StatusBadRequest)
package terrier

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"time"
)

const tolerance = 5 * time.Minute

var header = regexp.MustCompile(`^t=([0-9]{1,15}),v1=([0-9a-f]{64})$`)

// Verify tells whether a delivery is from Terrier, unchanged and fresh. secret is the endpoint's, whole: whsec_…;
// signature is the X-Terrier-Signature header; rawBody is the exact bytes of the body, before any parsing.
func Verify(secret, signature string, rawBody []byte, now time.Time) bool {
	parts := header.FindStringSubmatch(signature)
	if parts == nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(parts[1] + "."))
	mac.Write(rawBody)
	given, _ := hex.DecodeString(parts[2])
	if !hmac.Equal(mac.Sum(nil), given) {
		return false
	}
	t, _ := strconv.ParseInt(parts[1], 10, 64)
	return now.Sub(time.UnixMilli(t)).Abs() <= tolerance
}
