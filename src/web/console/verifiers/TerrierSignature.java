// Spring: @PostMapping("/hooks")
//   ResponseEntity<Void> hook(@RequestHeader("X-Terrier-Signature") String signature, @RequestBody byte[] body) {
//     if (!TerrierSignature.verify(secret, signature, body, System.currentTimeMillis()))
//       return ResponseEntity.badRequest().build();
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Java 17 or newer. */
public final class TerrierSignature {
  private static final long TOLERANCE_MS = 5 * 60_000;
  private static final Pattern HEADER = Pattern.compile("t=([0-9]{1,15}),v1=([0-9a-f]{64})");

  /**
   * Whether a delivery is from Terrier, unchanged and fresh.
   *
   * @param secret the endpoint's, whole: whsec_…
   * @param signature the X-Terrier-Signature header
   * @param rawBody the exact bytes of the body, before any parsing
   */
  public static boolean verify(String secret, String signature, byte[] rawBody, long nowMs)
      throws GeneralSecurityException {
    var parts = HEADER.matcher(signature);
    if (!parts.matches()) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((parts.group(1) + ".").getBytes(StandardCharsets.UTF_8));
    var expected = mac.doFinal(rawBody);
    if (!MessageDigest.isEqual(expected, HexFormat.of().parseHex(parts.group(2)))) return false;
    return Math.abs(nowMs - Long.parseLong(parts.group(1))) <= TOLERANCE_MS;
  }

  private TerrierSignature() {}
}
