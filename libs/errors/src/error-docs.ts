import type { ErrorOwner, ErrorType } from './error-type';
import { ALL_ERROR_TYPES } from './registry';

const CHAPTERS: readonly (readonly [ErrorOwner, string])[] = [
  ['common', 'Any service'],
  ['gateway', 'Gateway'],
  ['compliance', 'Compliance'],
  ['monitoring', 'Monitoring'],
  ['error-registry', 'Error registry'],
];

const INTRODUCTION = `# Errors

Every error of every service carries its _error type_ in the header \`X-Error-Type\`, and in \`Link: <…>; rel="help"\` the
address where the error registry explains it: \`GET /api/v1/error/{type}\`. A client that accepts
\`application/problem+json\` first gets problem details (RFC 9457) from every service.

This page is generated from the tables in \`libs/errors/src/registry\` by \`npm run docs:generate\`.
`;

/** Characters with a meaning in Markdown. */
const plain = (text: string): string => text.replace(/[*<\\[\]]/g, '\\$&');

const link = (type: string): string => `[\`${type}\`](#${type})`;

function facts({ status, since, deprecated }: ErrorType): string {
  return `Status ${status}, since ${since}${deprecated ? ', deprecated: no longer thrown' : ''}.`;
}

function section(kind: ErrorType): string {
  const example = kind.example && `\`\`\`http\n${kind.example.request}\n\n${kind.example.response}\n\`\`\``;
  const parts = [
    `### ${kind.type}`,
    `${plain(kind.description)} ${facts(kind)}`,
    'Likely causes:',
    kind.causes.map((cause) => `- ${plain(cause)}`).join('\n'),
    'What to do:',
    kind.resolution.map((step, index) => `${index + 1}. ${plain(step)}`).join('\n'),
    ...(example ? ['Example:', example] : []),
    ...(kind.related.length > 0 ? [`See also ${kind.related.map(link).join(', ')}.`] : []),
  ];
  return parts.join('\n\n');
}

/** The page `docs/errors.md`: all error types by owner, generated from the tables in `registry/`. */
export function renderErrorDocs(kinds: readonly ErrorType[] = ALL_ERROR_TYPES): string {
  const chapters = CHAPTERS.flatMap(([owner, title]) => {
    const own = kinds.filter(({ service }) => service === owner);
    if (own.length === 0) return [];
    const contents = own.map((kind) => `- ${link(kind.type)} (${kind.status}${kind.deprecated ? ', deprecated' : ''})`);
    return [`## ${title}`, contents.join('\n'), ...own.map(section)];
  });
  return `${[INTRODUCTION.trimEnd(), ...chapters].join('\n\n')}\n`;
}
