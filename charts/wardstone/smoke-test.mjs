// Run by `helm test` in a pod of the gateway's image: is everything reached by the way that people and programs go?
const CHECKS = {
  '/readyz': (text) => JSON.parse(text).status === 'ready',
  '/auth/jwks.json': (text) => JSON.parse(text).keys.length > 0,
  // The page has one badge for each service.
  '/services': (text) => text.match(/>ready</g)?.length === 3 && !/>(not ready|unreachable)</.test(text),
};
// Policies take hold a moment after a pod has started.
const ATTEMPTS = Number(process.env.ATTEMPTS ?? 60);

const wordsOf = (page) => page.replace(/<style.*?<\/style>|<[^>]+>|\s+/gs, ' ').slice(0, 2_000);

async function problemOf(path, holds) {
  try {
    const response = await fetch(process.env.GATEWAY + path, { signal: AbortSignal.timeout(5_000) });
    const text = await response.text();
    return response.ok && holds(text) ? undefined : `${response.status} ${wordsOf(text)}`;
  } catch (error) {
    return error.cause?.message ?? error.message;
  }
}

for (const [path, holds] of Object.entries(CHECKS)) {
  let problem = await problemOf(path, holds);
  for (let left = ATTEMPTS - 1; problem !== undefined && left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    problem = await problemOf(path, holds);
  }
  if (problem !== undefined) {
    console.error(`${path}: ${problem}`);
    process.exit(1);
  }
  console.log(`${path}: as it should be`);
}
