// biome-ignore lint/suspicious/noExplicitAny: an answer of the inspector has any form
type Json = any;

/** Memory of a process after a garbage collection, in bytes. */
export interface Memory {
  heap: number;
  /** Buffers, which are outside the heap. */
  buffers: number;
  rss: number;
}

const USAGE = 'JSON.stringify(process.memoryUsage())';

/** Collects the garbage of a Node process through its inspector, and reads what is left. */
export async function memoryOf(inspector: string): Promise<Memory> {
  const socket = new WebSocket(inspector);
  const waiting = new Map<number, (result: Json) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  };
  await new Promise<void>((done, fail) => {
    socket.onopen = () => done();
    socket.onerror = () => fail(new Error('The inspector does not answer'));
  });
  const send = (id: number, method: string, params = {}) =>
    new Promise<Json>((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
  // What a finalizer releases is collected the second time.
  await send(1, 'HeapProfiler.collectGarbage');
  await send(2, 'HeapProfiler.collectGarbage');
  const { result } = await send(3, 'Runtime.evaluate', { expression: USAGE });
  socket.close();
  const { heapUsed, arrayBuffers, rss } = JSON.parse(result.value);
  return { heap: heapUsed, buffers: arrayBuffers, rss };
}
