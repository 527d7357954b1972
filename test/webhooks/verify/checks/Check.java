import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Answers each line of base64 fields (secret, signature, raw body) and now with true or false. */
public final class Check {
  private static String text(String field) {
    return new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      var fields = line.split("\t", -1);
      var body = Base64.getDecoder().decode(fields[2]);
      System.out.println(
          TerrierSignature.verify(text(fields[0]), text(fields[1]), body, Long.parseLong(fields[3])));
    }
  }
}
