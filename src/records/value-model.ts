import type { AssessmentModel } from '../domain/value/assessment.ts';
import type { Trees } from '../domain/value/boosted-trees.ts';
import type { ValueModel } from '../domain/value/model.ts';

type StoredTrees = Record<'feature' | 'threshold' | 'left' | 'value', string> &
  Pick<Trees, 'base' | 'size' | 'count'>;

/** A model as it is stored: the arrays of its trees in base64. */
export type StoredModel = (Omit<ValueModel, 'trees'> & { trees: StoredTrees }) | AssessmentModel;

const text = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
// A copy begins where wide numbers may begin.
const bytes = (stored: string) => new Uint8Array(Buffer.from(stored, 'base64')).buffer;

export function storedModel(model: ValueModel | AssessmentModel): StoredModel {
  if ('factor' in model) return model;
  const { feature, threshold, left, value, ...rest } = model.trees;
  const trees = { feature: text(feature), threshold: text(threshold), left: text(left), value: text(value) };
  return { ...model, trees: { ...rest, ...trees } };
}

export function modelOf(stored: StoredModel): ValueModel | AssessmentModel {
  if ('factor' in stored) return stored;
  const { feature, threshold, left, value, ...rest } = stored.trees;
  const trees: Trees = {
    ...rest,
    feature: new Int8Array(bytes(feature)),
    threshold: new Float64Array(bytes(threshold)),
    left: new Int16Array(bytes(left)),
    value: new Float64Array(bytes(value)),
  };
  return { ...stored, trees };
}

/** The leaves of a parcel as words of an index: tree and node. */
export const leafWords = (leaves: readonly number[]): string[] =>
  leaves.map((leaf, tree) => `${tree}.${leaf}`);
