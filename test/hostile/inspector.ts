// biome-ignore lint/suspicious/noExplicitAny: an answer of the inspector has any form
type Json = any;

/** The inspector of a Node process. */
export interface Inspector {
  send(method: string, params?: object): Promise<Json>;
  /** The value of an expression in the process, or what its promise resolves to. */
  evaluate(expression: string): Promise<Json>;
  close(): void;
}

/** Connects to the inspector of a Node process. */
export async function inspect(address: string): Promise<Inspector> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (result: Json) => void>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await new Promise<void>((done, fail) => {
    socket.onopen = () => done();
    socket.onerror = () => fail(new Error('The inspector does not answer'));
  });
  const send = (method: string, params = {}) =>
    new Promise<Json>((done) => {
      waiting.set(++last, done);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    send,
    async evaluate(expression) {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(`The inspector: ${JSON.stringify(exceptionDetails)}`);
      return result.value;
    },
    close: () => socket.close(),
  };
}

/** Memory of a process after a garbage collection, in bytes. */
export interface Memory {
  heap: number;
  /** Buffers, which are outside the heap. */
  buffers: number;
  rss: number;
}

/** Collects the garbage of a Node process through its inspector, and reads what is left. */
export async function memoryOf(address: string): Promise<Memory> {
  const { send, evaluate, close } = await inspect(address);
  // What a finalizer releases is collected the second time.
  await send('HeapProfiler.collectGarbage');
  await send('HeapProfiler.collectGarbage');
  const { heapUsed, arrayBuffers, rss } = await evaluate('process.memoryUsage()');
  close();
  return { heap: heapUsed, buffers: arrayBuffers, rss };
}
