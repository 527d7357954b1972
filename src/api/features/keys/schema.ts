import Type from 'typebox';
import { type ApiKey, SCOPES } from '../../../accounts/keys.ts';
import { TIERS } from '../../../accounts/tiers.ts';
import { EXAMPLE_TIME, Nullable, text, time, timestamp } from '../../../records/schemas/common.ts';

export const MOST_RANGES = 50;
const LONGEST_RANGE = 49;
const LONGEST_LIFE = 36_500;

const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  description:
    'What the key can be used for: `read` for data, `webhooks` for /webhooks and /events, `export` for /search/export, if the tier includes them',
  examples: [['read', 'webhooks']],
});

export const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A name to recognize it by, on one line',
  examples: ['Map team'],
});

/** A key as its account sees it. */
export const KeyRecord = Type.Object(
  {
    id: Type.String({ description: 'Id of the key', examples: ['key_0123456789abcdef0123'] }),
    name: Name,
    prefix: Type.String({ description: 'The first characters of the key', examples: ['terrier_a1b2c'] }),
    tier: Type.Enum([...TIERS], { description: 'Tier of the key', examples: ['scale'] }),
    is_admin: Type.Boolean({ description: 'Whether it manages the keys of its account' }),
    scopes: Scopes,
    allowed_addresses: Nullable(Type.Array(Type.String()), {
      description: 'Addresses and ranges that the key can be used from; null allows any',
      examples: [['203.0.113.7', '2001:db8::/32']],
    }),
    is_active: Type.Boolean({ description: 'False when it was deleted' }),
    is_caller: Type.Boolean({ description: 'Whether it is the key of this request' }),
    expires_at: time('When it ends; null is never'),
    replaced_by: text('Id of the key that a rotation made in its place', 'key_3210fedcba9876543210'),
    created_at: timestamp('When it was made'),
    last_used_at: time('When it was last used, to the minute; null is never', EXAMPLE_TIME),
  },
  { title: 'ApiKey' },
);

export const KeyList = Type.Object({ data: Type.Array(KeyRecord) }, { title: 'ApiKeyList' });

const Secret = Type.String({
  description: 'The key itself, shown this once',
  examples: ['terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6'],
});

export const CreatedKey = Type.Object({ ...KeyRecord.properties, key: Secret }, { title: 'CreatedApiKey' });

export const RotatedKey = Type.Object(
  {
    ...CreatedKey.properties,
    replaces: Type.String({
      description: 'Id of the key that it replaces',
      examples: ['key_0123456789abcdef0123'],
    }),
    old_key_expires_at: timestamp('Until when the old key works too'),
  },
  { title: 'RotatedApiKey' },
);

export const NewKey = Type.Object(
  {
    name: Name,
    is_admin: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether it manages the keys of the account too' }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES]), {
        minItems: 1,
        maxItems: 20,
        description: 'Scopes that the asking key has; all of them when left out. Repetitions count once',
        examples: [['read']],
      }),
    ),
    allowed_addresses: Type.Optional(
      Nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_RANGE }), {
          minItems: 1,
          maxItems: MOST_RANGES,
        }),
        {
          description:
            'IPv4 and IPv6 addresses and ranges (CIDR) that the key can be used from; null allows any. By default those of the key that creates it. Repetitions count once',
          examples: [['203.0.113.7', '2001:db8::/32']],
        },
      ),
    ),
    expires_in_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LONGEST_LIFE,
        description: 'Days of 24 hours until it ends; when left out it ends with the asking key',
        examples: [365],
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'Map team', scopes: ['read'], allowed_addresses: ['203.0.113.0/24'] }],
  },
);

export const KeyRotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'Hours for which the old key works too',
        examples: [24],
      }),
    ),
  },
  { additionalProperties: false, examples: [{ overlap_hours: 24 }] },
);

export const KeyId = Type.Object({
  id: Type.String({ description: 'Id of the key', examples: ['key_0123456789abcdef0123'] }),
});

/** A key as its account sees it: without the account's own id. */
export function shown({ account: _, ...key }: ApiKey, callerId: string) {
  return { ...key, is_caller: key.id === callerId };
}
