/**
 * Waits until something is true, checking less and less often, down to ten times a second. Throws when it is not true in
 * time, or cannot be checked.
 */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const end = Date.now() + milliseconds;
  for (let pause = 10; ; pause = Math.min(100, pause * 1.5)) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error(`It did not come to this in ${milliseconds} ms: ${what}`);
    await new Promise((again) => setTimeout(again, pause));
  }
}
