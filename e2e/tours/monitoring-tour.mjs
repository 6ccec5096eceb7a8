// node e2e/tours/monitoring-tour.mjs
//
// From a plugin to a tree, against a running `npm start`: deploys a plugin from a JAR, imports what was discovered,
// makes resources by hand and from content, walks the tree, reads one resource in four representations, and takes what
// it made out of the inventory. Can be run again and again.
//
// Environment: WARDSTONE_URL, WARDSTONE_USER, WARDSTONE_PASSWORD, GATEWAY_PORT, DATA_DIR.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TourError, call, request, root, run, url } from './tour.mjs';

const api = `${url}/rest`;
const PLUGIN = 'Printers';
const JAR = 'tour-printers.jar';

const read = async (target) => (await request('GET', api + target, { headers: { Accept: 'application/json' } })).json();

const sending = (record) => ({
  headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  body: JSON.stringify(record),
});

/** Uploads bytes; returns their handle. */
async function upload(body) {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/octet-stream' };
  return (await request('POST', `${api}/content/fresh`, { headers, body })).json().value;
}

async function deployPlugin() {
  const jar = readFileSync(path.join(root, 'e2e/tours', JAR));
  const handle = await upload(jar);
  console.log(`   ${JAR}: ${jar.length} bytes uploaded`);
  await request('PUT', `${api}/content/${handle}/plugins?name=${JAR}&scan=true`);
  const plugin = (await read('/plugins')).find(({ name }) => name === PLUGIN);
  if (!plugin) throw new TourError(`${PLUGIN} was not registered.`);
  console.log(`   ${plugin.name} ${plugin.version} is ${plugin.status}`);
  for (const { name, createPolicy } of await read(`/resource/type?plugin=${PLUGIN}`)) {
    console.log(`     ${name.padEnd(8)} create policy ${createPolicy}`);
  }
}

/** Takes the one that was discovered in, unless an earlier run did. */
async function requireImported(name, category) {
  const found = await read(`/resource?status=ALL&category=${category}&q=${encodeURIComponent(name)}`);
  const resource = found.find(({ status }) => status === 'NEW' || status === 'COMMITTED');
  if (!resource) throw new TourError(`${name} is gone: start with a new DATA_DIR.`);
  const { resourceId, status, typeName } = resource;
  const imported =
    status === 'NEW'
      ? (await request('PUT', `${api}/resource/${resourceId}`, sending({ ...resource, status: 'COMMITTED' }))).json()
      : resource;
  console.log(`   ${name} (${typeName}): ${status === 'NEW' ? `NEW -> ${imported.status}` : 'in inventory already'}`);
  return imported;
}

/** A resource that its connection properties make, below `parent`; one of an earlier run is taken. */
async function addByHand(typeName, resourceName, parentId, pluginConfig) {
  const there = (await read(`/resource/${parentId}/children`)).find((child) => child.resourceName === resourceName);
  const order = { resourceName, typeName, pluginName: PLUGIN, parentId, pluginConfig };
  const resource = there ?? (await request('POST', `${api}/resource`, sending(order))).json();
  console.log(`   ${typeName} ${resourceName} with ${JSON.stringify(pluginConfig)}: id ${resource.resourceId}`);
  return resource;
}

/** An application that content makes: asks until it is there. */
async function addFromContent(resourceName, parentId) {
  const handle = await upload('what an application is made of');
  const order = {
    resourceName,
    typeName: 'Demo Application',
    pluginName: 'Demo',
    parentId,
    resourceConfig: { contextPath: '/orders' },
  };
  let answer = await request('POST', `${api}/resource?handle=${handle}`, sending(order));
  for (let times = 1; answer.status === 302; times++) {
    const location = answer.headers.get('location');
    console.log(`   302, being created: ask at ${new URL(location).pathname}`);
    if (times > 20) throw new TourError('It was not created.');
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
    answer = await request('GET', location, { headers: { Accept: 'application/json' } });
  }
  const { resourceId, ancestry } = answer.json();
  console.log(`   ${answer.status}, created: ${resourceName}, id ${resourceId}`);
  // Nearest ancestor first, each as type, id and name.
  const steps = ancestry.split('_::_').map((step) => step.split('_:_')[2]);
  console.log(`   It lies in ${steps.reverse().join(' / ')}`);
  return { resourceId };
}

function drawTree({ id, name, children }, depth = 1) {
  console.log(`${'   '.repeat(depth)}${name} (${id})`);
  for (const child of children ?? []) drawTree(child, depth + 1);
}

const inFewWords = (text) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
};

async function readInFour(resourceId) {
  const asked = [
    ['JSON', 'application/json'],
    ['XML', 'application/xml'],
    ['HTML', 'text/html'],
    ['wrapped', 'application/vnd.vendor.wrapped+json'],
  ];
  for (const [name, accept] of asked) {
    const { headers, text } = await request('GET', `${api}/resource/${resourceId}`, {
      headers: { Accept: accept },
    });
    console.log(`   ${name.padEnd(8)} ${headers.get('content-type')}, ${text.length} characters`);
    // The content of a page without its frame.
    console.log(`            ${inFewWords(text.slice(Math.max(0, text.indexOf('<main'))))}`);
  }
}

async function takeOut(resource) {
  const address = `${api}/resource/${resource}`;
  const { status } = await request('DELETE', address);
  const after = await call('GET', address, { headers: { Accept: 'application/json' } });
  // Soon it is erased, too.
  const now = after.status === 404 ? 'gone' : after.json().status;
  console.log(`   DELETE /rest/resource/${resource}: ${status}, now ${now}`);
}

await run(async () => {
  console.log('1. A plugin from a JAR');
  await deployPlugin();

  console.log('\n2. The discovered resources are imported');
  const host = await requireImported('sample-host', 'PLATFORM');
  const server = await requireImported('Sample Server', 'SERVER');

  console.log('\n3. A printer and its tray, created by hand');
  const printer = await addByHand('Printer', 'third floor', host.resourceId, { address: 'printer-3.example' });
  await addByHand('Tray', 'letters', printer.resourceId, { number: 1 });

  console.log('\n4. An application, from content');
  const application = await addFromContent('orders', server.resourceId);

  console.log('\n5. The tree');
  drawTree(await read(`/resource/${host.resourceId}/hierarchy?tree=true`));

  console.log('\n6. The same resource in four representations');
  await readInFour(printer.resourceId);

  console.log('\n7. Remove what was created');
  await takeOut(printer.resourceId);
  await takeOut(application.resourceId);
  drawTree(await read(`/resource/${host.resourceId}/hierarchy?tree=true`));
  console.log(`\n   The tree in a browser: ${new URL(`/console/inventory/${host.resourceId}/parts`, api)}`);
});
