import { createECDH, createPublicKey, verify } from 'node:crypto';
import { encryptPush, MAX_PUSH_LENGTH, makePushKey, publicPushKey, pushAuthorization } from './web-push';

/** RFC 8291, appendix A. */
const EXAMPLE = {
  message: 'V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24',
  ephemeral: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('Web Push', () => {
  it('encrypts like the example of RFC 8291', () => {
    const ephemeral = createECDH('prime256v1');
    ephemeral.setPrivateKey(bytes(EXAMPLE.ephemeral));
    const encrypted = encryptPush(bytes(EXAMPLE.message), EXAMPLE, { salt: bytes(EXAMPLE.salt), ephemeral });
    expect(encrypted.toString('base64url')).toBe(EXAMPLE.encrypted);
  });

  it('fills the maximum size of push services, and no more', () => {
    expect(encryptPush(Buffer.alloc(MAX_PUSH_LENGTH), EXAMPLE)).toHaveLength(4096);
    expect(encryptPush(Buffer.from('a'), EXAMPLE)).not.toEqual(encryptPush(Buffer.from('a'), EXAMPLE));
  });

  it('refuses a key that is not a point of the curve', () => {
    expect(() =>
      encryptPush(Buffer.from('a'), { ...EXAMPLE, p256dh: Buffer.alloc(65, 4).toString('base64url') }),
    ).toThrow();
  });

  it('signs the sender for this push service, as in RFC 8292', () => {
    const key = makePushKey();
    const header = pushAuthorization(
      key,
      new URL('https://push.example.test/a/b?c'),
      'mailto:a@example.test',
      1_000_000,
    );
    const [, token = '', k] = /^vapid t=([^,]+), k=(.+)$/.exec(header)!;
    expect(k).toBe(publicPushKey(key));
    expect(bytes(k!)).toHaveLength(65);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(JSON.parse(bytes(claims).toString())).toEqual({
      aud: 'https://push.example.test',
      exp: 1000 + 12 * 3600,
      sub: 'mailto:a@example.test',
    });
    const [x, y] = [bytes(k!).subarray(1, 33), bytes(k!).subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))).toBe(true);
  });
});
