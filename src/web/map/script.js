const loading = new Map();

/** Loads a classic script, once. Rejects if it does not arrive; then it is tried again next time. */
export function script(src) {
  const loaded =
    loading.get(src) ??
    new Promise((resolve, reject) => {
      const element = Object.assign(document.createElement('script'), { src, onload: resolve });
      element.onerror = () => reject(new Error(`${src} was not loaded`));
      document.head.append(element);
    });
  loading.set(src, loaded);
  loaded.catch(() => loading.delete(src));
  return loaded;
}
