// Borders of projects, by the tags of each project.json, and of files and packages.
const fs = require('node:fs');
const path = require('node:path');

function projectsTagged(tag) {
  return fs
    .readdirSync(path.join(__dirname, 'libs'))
    .filter((name) => {
      const manifest = path.join(__dirname, 'libs', name, 'project.json');
      return fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).tags.includes(tag);
    })
    .join('|');
}

const pureLibs = projectsTagged('type:pure');
const testingLibs = projectsTagged('type:testing');
const FRAMEWORK = '(^|node_modules/)(@nestjs|typeorm|pg|pg-copy-streams|express|undici)(/|$)';
const IO = '^(node:)?(fs|http|https|net|tls|dgram|child_process|worker_threads|dns)(/|$)';
/** What a library shows of itself; the shared records and the generated client have a door for each service. */
const DOORS = '[^/]+/src/index\\.ts$|dto/src/[a-z-]+/index\\.ts$|client/src/generated/[a-z-]+\\.ts$';
const SPECS = '(\\.spec|\\.int-spec)\\.tsx?$|/test/';
const SPECS_OF_PRODUCT = `^(apps|libs)/.*(${SPECS})`;
/** Tests may use everything, the libraries for them, too. */
const PRODUCT = { path: '^(apps|libs)/([^/]+)/', pathNot: [SPECS, `^libs/(${testingLibs})/`] };
/** It starts the others. */
const LAUNCHER = '^apps/launcher/';
const DOORS_OF_APPS = '^apps/[^/]+/src/index\\.ts$';
const ITSELF = '^$1/$2/';

/** Rooms of an app, and rooms inside these: a room may use the queries of those inside it and of those that it is inside. */
function roomThroughItsDoor(room, depth) {
  const folders = '[^/]+/'.repeat(depth + 1);
  return {
    name: `${room}-through-its-door`,
    comment: 'Another room of an app is entered through services, records, domain functions and *.sql.ts.',
    severity: 'error',
    from: { path: `^apps/([^/]+)/src/(${folders})`, pathNot: SPECS },
    to: { path: `^apps/[^/]+/src/${folders}.*\\.(queries|entity)\\.ts$`, pathNot: '^apps/$1/src/$2' },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'product-imports-program',
      comment: 'No app and no library imports an app, tools, bench or e2e.',
      severity: 'error',
      from: { ...PRODUCT, pathNot: [...PRODUCT.pathNot, LAUNCHER] },
      to: { path: '^(apps|tools|bench|e2e)/', pathNot: ITSELF },
    },
    {
      name: 'app-through-its-door',
      comment: 'Tools import an app through its index.ts alone.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^apps/', pathNot: DOORS_OF_APPS },
    },
    {
      name: 'tool-imports-bench',
      comment: 'Benches are built of tools, not the other way round.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^bench/' },
    },
    {
      name: 'launcher-through-doors',
      comment: 'The launcher imports other apps through their index.ts, and no tools.',
      severity: 'error',
      from: { path: LAUNCHER },
      to: { path: '^(apps|tools|bench|e2e)/', pathNot: [DOORS_OF_APPS, LAUNCHER] },
    },
    {
      name: 'test-imports-program',
      comment:
        'Tools import every app: tests that import them, and those of all that build on their project, would run after each change.',
      severity: 'error',
      from: { path: SPECS_OF_PRODUCT },
      to: { path: '^(tools|bench|e2e)/' },
    },
    {
      name: 'product-imports-test-helpers',
      comment: 'Libraries tagged type:testing are for tests.',
      severity: 'error',
      from: PRODUCT,
      to: { path: `^libs/(${testingLibs})/` },
    },
    {
      name: 'pure-library-imports-others',
      comment: 'Libraries tagged type:pure import each other alone.',
      severity: 'error',
      from: { path: `^libs/(${pureLibs})/`, pathNot: SPECS },
      to: { path: '^libs/', pathNot: `^libs/(${pureLibs})/` },
    },
    {
      name: 'library-by-its-name',
      comment: 'Apps and libraries import a library as @wardstone/…, not by a relative path.',
      severity: 'error',
      from: PRODUCT,
      to: { path: '^libs/', pathNot: ITSELF, dependencyTypesNot: ['aliased-tsconfig-paths'] },
    },
    {
      name: 'lib-through-its-door',
      comment:
        'A library is imported through its index.ts only, so a circle of libraries is one of files. Tools and tests may use its builders.',
      severity: 'error',
      from: { path: '^([^/]+)/([^/]+)', pathNot: SPECS_OF_PRODUCT },
      to: { path: '^libs/', pathNot: [`^libs/(${DOORS})`, '^libs/[^/]+/test/[^/]+\\.builder\\.ts$', ITSELF] },
    },
    {
      name: 'pure-library-does-io',
      comment: 'Libraries tagged type:pure know no framework, no database and no IO.',
      severity: 'error',
      from: { path: `^libs/(${pureLibs})/`, pathNot: SPECS },
      to: { path: [FRAMEWORK, IO] },
    },
    {
      name: 'domain-does-io',
      comment: 'Decisions are pure functions: no framework, no database, no IO.',
      severity: 'error',
      from: { path: ['/domain/', '^libs/evidence/'], pathNot: SPECS },
      to: { path: [FRAMEWORK, IO] },
    },
    {
      name: 'domain-imports-its-surroundings',
      comment: 'Decisions get values as parameters; services read and write.',
      severity: 'error',
      from: { path: '/domain/', pathNot: SPECS },
      to: { path: '\\.(controller|service|queries|entity|module|dto)\\.ts$' },
    },
    {
      name: 'controller-imports-queries',
      comment: 'A controller calls services; they use queries.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['\\.(queries|sql|entity)\\.ts$', '(^|node_modules/)(typeorm|pg)(/|$)'] },
    },
    {
      name: 'service-imports-database',
      comment: 'SQL and the driver stand in *.queries.ts.',
      severity: 'error',
      from: { path: '^apps/.*\\.service\\.ts$' },
      to: { path: ['(^|node_modules/)(typeorm|pg|pg-copy-streams)(/|$)'] },
    },
    {
      name: 'queries-import-upwards',
      comment: 'Queries know neither services nor HTTP.',
      severity: 'error',
      from: { path: '\\.queries\\.ts$' },
      to: { path: ['\\.(service|controller|dto)\\.ts$', '(^|node_modules/)(express|@nestjs/swagger)(/|$)'] },
    },
    ...['room', 'inner-room'].map(roomThroughItsDoor),
    {
      name: 'agent-runs-programs',
      comment:
        'The agent runs the scanner, systemctl and scripts that its own configuration names, and programs of the system with fixed names and arguments, each kind from one place.',
      severity: 'error',
      from: {
        path: '^apps/agent/src/',
        pathNot: '^apps/agent/src/(compliance/scanner|control/run-command|machine/run-program)\\.ts$',
      },
      to: { path: '^(node:)?child_process(/|$)' },
    },
    {
      name: 'agent-runs-and-calls',
      comment:
        'What the server names, the agent never runs, and connects to by a probe alone, which its owner permits; it calls its server through fetch.',
      severity: 'error',
      from: { path: '^apps/agent/src/', pathNot: '^apps/agent/src/probes/' },
      to: { path: '^(node:)?(worker_threads|cluster|vm|net|tls|http|https|http2|dgram|dns)(/|$)' },
    },
    {
      name: 'console-runs-what-is-of-servers',
      comment: 'A browser gets the types of libraries, and of those alone that are pure also what they do.',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: SPECS },
      to: { path: '^libs/', pathNot: `^libs/(${pureLibs})/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-area-imports-another',
      comment: 'Areas are loaded one by one; what they share is in api, parts, charts and texts.',
      severity: 'error',
      from: { path: '^apps/console/src/([^/]+)/', pathNot: ['/shell/areas\\.ts$', SPECS] },
      to: {
        path: '^apps/console/src/[^/]+/',
        pathNot: '^apps/console/src/($1|api|parts|charts|texts|shell)/',
      },
    },
    {
      name: 'cycle',
      comment: 'No file imports itself through others.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'] },
  },
};
