/** `internal` is the document's last key; it holds the key that the document is recomputed for. */
export interface ViewDocument {
  id: string;
  document: { internal: { key: string; [field: string]: unknown }; [field: string]: unknown };
}
