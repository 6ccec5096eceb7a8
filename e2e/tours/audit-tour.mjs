// SMTP_URL=smtp://127.0.0.1:2525 ALERT_ALLOWED_NETWORKS=127.0.0.0/8 npm start
// node e2e/tours/audit-tour.mjs
//
// What an auditor asks of a guide that changes, against a running `npm start`: imports version 1 of a small guide for RHEL, makes a
// policy with a tailoring on three systems, excepts one rule and reviews another, plans a fix, exchanges a checklist, then imports
// version 2, compares both, moves the policy and has its evidence mailed. Can be run again and again: each run makes a guide of its own.
//
// Environment: WARDSTONE_URL, WARDSTONE_USER, WARDSTONE_PASSWORD, GATEWAY_PORT, DATA_DIR; SMTP_URL as the server has it.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { TourError, call, request, run, url } from './tour.mjs';
import { RULE, guideFile, resultFile, ruleRef } from './audit-tour-files.mjs';

const api = `${url}/api/compliance/v2`;
const NUMBER = randomBytes(3).readUIntBE(0, 3);
const TITLE = `Tour ${NUMBER}: RHEL 9 for auditors`;
const APPROVER = `tour-auditor-${NUMBER}`;
const DAY_MS = 86_400_000;
const MINOR = 4;
const FRAMEWORK = 'nist-800-53';
const ADDRESS = 'auditors@example.org';
const SMTP_PORT = Number(new URL(process.env.SMTP_URL || 'smtp://127.0.0.1:2525').port);
const PATIENCE_MS = 180_000;

const JSON_TYPES = { Accept: 'application/json', 'Content-Type': 'application/json' };
const send = async (method, address, body) =>
  (await request(method, api + address, { headers: JSON_TYPES, body: JSON.stringify(body) })).json().data;
const upload = async (address, type, body) =>
  (await request('POST', api + address, { headers: { ...JSON_TYPES, 'Content-Type': type }, body })).json().data;
const read = async (address) => (await request('GET', api + address, { headers: JSON_TYPES })).json().data;
const records = (list, filter = '') => read(`${list}?limit=100${filter && `&filter=${encodeURIComponent(filter)}`}`);
const download = async (address) => (await request('GET', api + address)).text;
const inDays = (days) => new Date(Date.now() + days * DAY_MS).toISOString();

function require(isTrue, text) {
  if (!isTrue) throw new TourError(text);
}

async function importGuide(version) {
  const { id } = await upload(
    `/security_guides?os_major_version=9&os_minor_versions=${MINOR}`,
    'application/xml',
    guideFile(NUMBER, version),
  );
  console.log(`   version ${version} is imported`);
  return id;
}

async function makePolicy(guide) {
  const [{ id: profile_id }] = await records(`/security_guides/${guide}/profiles`);
  const { id } = await send('POST', '/policies', { title: TITLE, profile_id, compliance_threshold: 80 });
  const systems = [];
  for (const name of ['a', 'b', 'c']) {
    const body = { display_name: `audit-${NUMBER}-${name}.example`, os_major_version: 9, os_minor_version: MINOR };
    systems.push((await send('POST', '/systems', body)).id);
  }
  const assigned = await send('POST', `/policies/${id}/systems`, { ids: systems });
  console.log(`   ${TITLE}: ${assigned.map(({ display_name }) => display_name).join(', ')}`);
  return { policy: id, systems };
}

const listRules = async (policy) =>
  (await records(`/policies/${policy}/tailorings/${MINOR}/rules`)).map(({ ref_id }) => ref_id);

/** One rule less, one more than the profile has. */
async function tailor(policy, guide) {
  const ids = new Map((await records(`/security_guides/${guide}/rules`)).map(({ ref_id, id }) => [ref_id, id]));
  const tailoring = `${api}/policies/${policy}/tailorings/${MINOR}`;
  await request('DELETE', `${tailoring}/rules/${ids.get(ruleRef(RULE.cramfs))}`, { headers: JSON_TYPES });
  await request('PATCH', `${tailoring}/rules/${ids.get(ruleRef(RULE.usbguard))}`, { headers: JSON_TYPES });
  console.log(`   without ${RULE.cramfs}, with ${RULE.usbguard}`);
}

/** Another person than the requester. */
async function withApprover(work) {
  const password = randomBytes(18).toString('base64url');
  const accounts = `${url}/auth/accounts`;
  const body = JSON.stringify({ username: APPROVER, type: 'User', roles: ['admin'], password });
  await request('POST', accounts, { headers: JSON_TYPES, body });
  try {
    const Authorization = `Basic ${Buffer.from(`${APPROVER}:${password}`).toString('base64')}`;
    const decision = { headers: { ...JSON_TYPES, Authorization }, body: JSON.stringify({ decision: 'approved' }) };
    return await work((id) => request('PUT', `${api}/waivers/${id}/decision`, decision));
  } finally {
    await call('DELETE', `${accounts}/${APPROVER}`);
  }
}

/** An exception, a review of what no scanner checks, and a plan, which needs no approval. */
async function decide(policy) {
  const waive = (rule, more) =>
    send('POST', '/waivers', { rule_ref_id: ruleRef(rule), policy_id: policy, expires_at: inDays(90), ...more });
  await withApprover(async (approve) => {
    await approve((await waive(RULE.motd, { reason: 'Hosts without logins show nothing' })).id);
    await approve((await waive(RULE.telnet, { reason: 'The console of the old switches' })).id);
    await approve((await waive(RULE.training, { reason: 'The list of trainings was seen', result: 'pass' })).id);
  });
  const plan = { reason: 'With the image of the next month', result: 'planned', owner: 'Platform team' };
  await waive(RULE.shadow, { ...plan, expires_at: inDays(30) });
  for (const { rule_ref_id, result, state } of await records('/waivers', `policy_id = ${policy}`)) {
    console.log(`   ${rule_ref_id.replace(ruleRef(''), '')}: ${result ?? 'exception'}, ${state}`);
  }
}

async function showScores(policy) {
  const results = await records(`/reports/${policy}/test_results`);
  for (const { display_name, score, score_with_exceptions, failed_rule_count } of results) {
    console.log(
      `   ${display_name}: score ${score}, ${score_with_exceptions} with exceptions, failed rules: ${failed_rule_count}`,
    );
  }
}

async function showFramework(policy) {
  const [framework] = await records(`/reports/${policy}/controls/frameworks`, `ref_id = ${FRAMEWORK}`);
  const controls = await records(`/reports/${policy}/controls`, `framework = ${FRAMEWORK}`);
  console.log(`   ${framework.title}: ${framework.control_count} controls`);
  for (const { name, state, state_with_exceptions } of controls) {
    console.log(
      `   ${name}: ${state}${state === state_with_exceptions ? '' : `, with exceptions ${state_with_exceptions}`}`,
    );
  }
}

/**
 * Downloads checklists, uploads them and downloads them again: they are equal, and no review of a known state is
 * requested.
 */
async function exchangeChecklists(policy, system) {
  const file = `/reports/${policy}/systems/${system}/checklist`;
  for (const [extension, type] of Object.entries({ cklb: 'application/json', ckl: 'application/xml' })) {
    const before = await download(`${file}.${extension}`);
    const { matched_rule_count, unknown_rule_count, requested_review_count } = await upload(file, type, before);
    const isEqual = (await download(`${file}.${extension}`)) === before;
    console.log(
      `   ${extension}: ${matched_rule_count} rules known, ${unknown_rule_count} unknown, ` +
        `${requested_review_count} reviews requested; ${isEqual ? 'equal' : 'NOT equal'} when downloaded again`,
    );
    require(isEqual && requested_review_count === 0, `The checklist came back changed (${extension}).`);
  }
}

async function showPlans(policy) {
  const lines = (await download(`/reports/${policy}/poam.csv`)).trim().split('\n');
  const planned = lines.filter((line) => line.includes('Platform team'));
  const oscal = JSON.parse(await download(`/reports/${policy}/poam.oscal.json`))['plan-of-action-and-milestones'];
  console.log(`   ${lines.length - 1} weaknesses as CSV, ${oscal['poam-items'].length} as OSCAL`);
  console.log(`   ${planned.length} planned: Platform team`);
}

async function compareVersions(guide) {
  for (const { kind, ref_id, change, fields } of await records(`/security_guides/${guide}/changes`)) {
    console.log(
      `   ${change}: ${kind} ${ref_id.replace(/^.*?content_/, '')}${fields.length ? ` (${fields.join(', ')})` : ''}`,
    );
  }
}

async function move(policy, guide) {
  const body = { security_guide_id: guide, policy_ids: [policy] };
  const [planned] = (await send('POST', '/policies/moves', { ...body, dry_run: true })).policies;
  console.log(`   dry run: without ${planned.lost_waivers.map((ref) => ref.replace(ruleRef(''), '')).join(', ')}`);
  require((await records(`/policies/${policy}/tailorings`))[0].security_guide_version === '1.0', 'The dry run moved.');
  const [moved] = (await send('POST', '/policies/moves', body)).policies;
  require(JSON.stringify(moved) === JSON.stringify(planned), 'It moved otherwise than the dry run said.');
  const [{ security_guide_version }] = await records(`/policies/${policy}/tailorings`);
  console.log(`   moved from ${moved.former_version} to ${security_guide_version}`);
}

/** Keeps the mails of the product. */
async function openMailServer() {
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise((resolve) => server.listen(SMTP_PORT, '127.0.0.1', resolve));
  return { mails, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Once each hour, the first time as soon as a minute begins. */
async function mailEvidence(policy) {
  const server = await openMailServer();
  const schedule = `/policies/${policy}/evidence_schedule`;
  try {
    const cron = `${new Date(Date.now() + 63_000).getUTCMinutes()} * * * *`;
    const to = { people: ['admin'], addresses: [ADDRESS] };
    const { author, next_at } = await send('PUT', schedule, { cron, files: ['evidence.pdf', 'poam.csv'], ...to });
    console.log(`   set by ${author}, next at ${next_at}`);
    for (const endMs = Date.now() + PATIENCE_MS; ; await sleep(500)) {
      const { attempted_at, problem, outcome } = await read(schedule);
      if (attempted_at !== null && outcome === null) throw new TourError(`Nothing was mailed: ${problem}`);
      if (attempted_at !== null) {
        console.log(`   ${outcome}`);
        break;
      }
      if (Date.now() > endMs) throw new TourError('No mail was sent.');
    }
    const mail = server.mails.find(({ to: [address] }) => address === ADDRESS);
    require(mail, `No mail for ${ADDRESS} arrived.`);
    const [, subject] = /^Subject: (.*)$/m.exec(mail.text);
    const files = [...mail.text.matchAll(/filename="?([^"\r\n;]+)/g)].map(([, name]) => name);
    console.log(`   ${subject.trim()}: ${files.join(', ')}`);
  } finally {
    await call('DELETE', api + schedule, { headers: JSON_TYPES });
    await server.close();
  }
}

await run(async () => {
  console.log('1. Version 1 of a guide, and a policy on three systems');
  const first = await importGuide('1.0');
  const { policy, systems } = await makePolicy(first);

  console.log('\n2. A tailoring');
  await tailor(policy, first);

  console.log('\n3. Results of scans');
  for (const [index, system] of systems.entries()) {
    await upload(
      `/systems/${system}/test_results`,
      'application/xml',
      resultFile(NUMBER, '1.0', { index, atMs: Date.now() - DAY_MS }),
    );
  }
  await showScores(policy);

  console.log('\n4. An exception, a review and a plan');
  await decide(policy);
  await showScores(policy);

  console.log('\n5. Controls');
  await showFramework(policy);

  console.log('\n6. Checklists out, and in again');
  await exchangeChecklists(policy, systems[0]);

  console.log('\n7. The plan of action and milestones');
  await showPlans(policy);

  console.log('\n8. Version 2 of the guide');
  const second = await importGuide('2.0');
  await compareVersions(second);

  console.log('\n9. The policy moves');
  const rules = await listRules(policy);
  await move(policy, second);
  const after = await listRules(policy);
  require(after.includes(ruleRef(RULE.usbguard)) && !after.includes(ruleRef(RULE.cramfs)), 'The tailoring was lost.');
  console.log(`   ${rules.length} rules before, ${after.length} after; the tailoring is kept`);
  await showScores(policy);

  console.log('\n10. Scans by version 2, and controls');
  for (const [index, system] of systems.entries()) {
    await upload(
      `/systems/${system}/test_results`,
      'application/xml',
      resultFile(NUMBER, '2.0', { index, atMs: Date.now() - 60_000 }),
    );
  }
  await showScores(policy);
  await showFramework(policy);
  const history = await records(`/reports/${policy}/systems/${systems[0]}/test_results`);
  console.log(`   ${history.length} results of a system, of both versions`);

  console.log('\n11. Evidence by mail');
  await mailEvidence(policy);

  console.log(`\n   The policy in a browser: ${url}/console/compliance/policies/${policy}`);
});
