import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { endOf, keysOf, managesKeys } from '../../../accounts/keys.ts';
import { changeInTime, keyOf } from '../../gate/ticket.ts';
import { takeAnyBody, takeNoBody } from '../../plugins/bodies.ts';
import { addKey, deleteKeyOf, readWanted, rotateKeyOf } from './manage.ts';
import { CreatedKey, KeyId, KeyList, KeyRecord, KeyRotation, NewKey, RotatedKey, shown } from './schema.ts';

const TAGS = ['Account'];
const HOUR = 3_600_000;
/** How long keys that have ended are listed, in milliseconds. */
const ENDED_LISTED = 90 * 24 * HOUR;

/** The routes under /keys: the keys of the caller's own account. */
export const keyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, now = Date.now } = app.services;

  app.get(
    '/keys',
    {
      config: { access: 'account' },
      schema: {
        summary: 'The keys of the account, newest first; a key that does not manage them sees itself alone',
        description: 'Keys that have ended are listed if they were made or used in the last 90 days.',
        tags: TAGS,
        response: { 200: KeyList },
      },
    },
    async (request) => {
      const { id, account } = keyOf(request);
      const time = now();
      const keys = await keysOf(database, account);
      const recent = keys.filter(
        (key) =>
          endOf(key, time) === null || Date.parse(key.last_used_at ?? key.created_at) > time - ENDED_LISTED,
      );
      const manages = keys.some((key) => key.id === id && managesKeys(key));
      const seen = manages ? recent : recent.filter((key) => key.id === id);
      return { data: seen.map((key) => shown(key, id)) };
    },
  );

  app.post(
    '/keys',
    {
      config: { access: 'account', needs: 'admin', errors: [413, 415] },
      schema: {
        summary: 'Make a key for the account; it is shown this once',
        description:
          'It has the tier of the asking key, and at most its scopes, addresses and life. An account has at most 100 keys that can be used, and makes at most 100 in 24 hours.',
        tags: TAGS,
        body: NewKey,
        response: { 201: CreatedKey },
      },
    },
    async (request, reply) => {
      const caller = keyOf(request);
      const time = now();
      const wanted = readWanted(caller, request.body, time);
      const { key, ...record } = await changeInTime(reply, (tx) => addKey(tx, caller, wanted, time));
      reply.code(201);
      return { ...shown(record, caller.id), key };
    },
  );

  app.post(
    '/keys/:id/rotate',
    {
      preValidation: takeAnyBody,
      config: { access: 'account', needs: 'admin', optionalBody: true, errors: [404, 409, 413, 415] },
      schema: {
        summary: 'Replace a key by one like it, which is shown this once; both work for a while',
        description:
          'The key may not have more than the asking one, or end later. One that was replaced manages no keys from then on.',
        tags: TAGS,
        params: KeyId,
        body: KeyRotation,
        response: { 201: RotatedKey },
      },
    },
    async (request, reply) => {
      const caller = keyOf(request);
      const time = now();
      const until = new Date(time + request.body.overlap_hours! * HOUR);
      const { key, replaces, old_key_expires_at, ...record } = await changeInTime(reply, (tx) =>
        rotateKeyOf(tx, caller, { id: request.params.id, until, now: time }),
      );
      reply.code(201);
      return { ...shown(record, caller.id), key, replaces, old_key_expires_at };
    },
  );

  app.delete(
    '/keys/:id',
    {
      preHandler: takeNoBody,
      config: { access: 'account', needs: 'admin', errors: [404, 409, 413, 415] },
      schema: {
        summary: 'End a key, within two seconds; not the last that manages the keys of the account',
        description:
          'The key may not end later than the asking one. A key without an end that manages keys is not deleted while all others that do have an end.',
        tags: TAGS,
        params: KeyId,
        response: { 200: KeyRecord },
      },
    },
    async (request, reply) => {
      const caller = keyOf(request);
      const ended = await changeInTime(reply, (tx) => deleteKeyOf(tx, caller, request.params.id, now()));
      return shown(ended, caller.id);
    },
  );
};
