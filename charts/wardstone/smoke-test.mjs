// Run by `helm test` in a pod of the gateway's image: checks the gateway, its keys, and every service that is installed.
const INSTALLED = (process.env.SERVICES ?? '').split(',').filter((name) => name !== '');
const CHECKS = {
  '/readyz': ({ status }) => status === 'ready',
  '/auth/jwks.json': ({ keys }) => keys.length > 0,
  '/services': ({ services }) =>
    services.length === INSTALLED.length &&
    services.every(({ service, state }) => INSTALLED.includes(service) && state === 'ready'),
};
// Policies take hold a moment after a pod has started.
const ATTEMPTS = Number(process.env.ATTEMPTS ?? 60);

async function findProblem(path, holds) {
  try {
    const response = await fetch(process.env.GATEWAY + path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(5_000),
    });
    const text = await response.text();
    return response.ok && holds(JSON.parse(text)) ? undefined : `${response.status} ${text.slice(0, 2_000)}`;
  } catch (error) {
    return error.cause?.message ?? error.message;
  }
}

for (const [path, holds] of Object.entries(CHECKS)) {
  let problem = await findProblem(path, holds);
  for (let left = ATTEMPTS - 1; problem !== undefined && left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    problem = await findProblem(path, holds);
  }
  if (problem !== undefined) {
    console.error(`${path}: ${problem}`);
    process.exit(1);
  }
  console.log(`${path}: ok`);
}
