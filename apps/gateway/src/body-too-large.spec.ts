import { bodyTooLarge } from './body-too-large';

it.each([
  [1024 * 1024, 'The body is larger than 1 MiB, the limit of this operation.'],
  [300 * 1024 * 1024, 'The body is larger than 300 MiB, the limit of this operation.'],
])('a body beyond %d bytes is refused with the limit', (limitBytes, detail) => {
  expect(bodyTooLarge(limitBytes)).toMatchObject({ detail, status: 413 });
});
