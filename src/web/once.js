/** A function that loads what has a name, once; after a failure, it is tried again next time. */
function once(load) {
  const loaded = new Map();
  return (name) => {
    if (!loaded.has(name)) loaded.set(name, load(name));
    const loading = loaded.get(name);
    loading.catch(() => loaded.delete(name));
    return loading;
  };
}

/** A file of us-atlas with outlines, as TopoJSON. Rejects if it does not arrive. */
export const atlas = once(async (name) => {
  const response = await fetch(`/assets/vendor/us-atlas/${name}.json`);
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response.json();
});

/** Loads a classic script. Rejects if it does not arrive. */
export const script = once(
  (src) =>
    new Promise((resolve, reject) => {
      const element = Object.assign(document.createElement('script'), { src, onload: resolve });
      element.onerror = () => reject(new Error(`${src} was not loaded`));
      document.head.append(element);
    }),
);
