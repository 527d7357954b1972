import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate with its key, PEM, as node:tls takes them. */
export interface Certificate {
  key: string;
  cert: string;
}

const DAY = 86_400_000;
const OID = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  subjectAltName: '0603551d11',
};

/** One DER value: its tag, its length and its content. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  );
  const { length } = content;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
const sequence = (...parts: (Buffer | string)[]) => der(0x30, ...parts);
const nameOf = (name: string) => sequence(der(0x31, sequence(OID.commonName, der(0x0c, Buffer.from(name)))));
const timeOf = (time: number) => {
  const text = new Date(time).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
};
const extension = (oid: string, value: Buffer) => sequence(oid, der(0x04, value));

function altName(host: string): Buffer {
  if (isIP(host) === 4) return der(0x87, Buffer.from(host.split('.').map(Number)));
  return der(0x82, Buffer.from(host));
}

interface Wanted {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signedBy: KeyObject;
  extensions: Buffer[];
  until: number;
}

function certificate({ subject, issuer, publicKey, signedBy, extensions, until }: Wanted): string {
  const algorithm = sequence(OID.ecdsaWithSha256);
  const serial = randomBytes(8);
  serial[0] = 1;
  const content = sequence(
    der(0xa0, der(0x02, '02')),
    der(0x02, serial),
    algorithm,
    nameOf(issuer),
    sequence(timeOf(Date.now() - 30 * DAY), timeOf(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, signedBy);
  const whole = sequence(content, algorithm, der(0x03, '00', signature));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A certificate authority that exists only during the test: nothing of it is stored. */
export function makeAuthority(name = 'Terrier test authority') {
  const { publicKey, privateKey } = newKey();
  const ca = certificate({
    subject: name,
    issuer: name,
    publicKey,
    signedBy: privateKey,
    extensions: [extension(OID.basicConstraints, sequence(der(0x01, 'ff')))],
    until: Date.now() + DAY,
  });
  return {
    /** Its own certificate: a client that trusts it trusts the certificates that it issues. */
    ca,
    /** Issues a certificate for a host name or an IPv4 address. */
    issue(host: string, { expired = false } = {}): Certificate {
      const own = newKey();
      const cert = certificate({
        subject: host,
        issuer: name,
        publicKey: own.publicKey,
        signedBy: privateKey,
        extensions: [extension(OID.subjectAltName, sequence(altName(host)))],
        until: Date.now() + (expired ? -DAY : DAY),
      });
      return { key: pem(own.privateKey), cert };
    },
  };
}
