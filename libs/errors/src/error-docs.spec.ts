import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderErrorDocs } from './error-docs';
import { defineErrors } from './error-type';
import { ALL_ERROR_TYPES } from './registry';

const PAGE = path.join(__dirname, '../../../docs/errors.md');

describe('renderErrorDocs', () => {
  it('made the page in docs/; if this fails, run `npm run docs:generate`', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(renderErrorDocs());
  });

  it('explains every error type once', () => {
    const headings = renderErrorDocs().match(/^### .+$/gm);

    expect(headings?.toSorted()).toEqual(ALL_ERROR_TYPES.map(({ type }) => `### ${type}`).toSorted());
  });

  it('contains everything about a type', () => {
    const { burnt_toast } = defineErrors('common', {
      burnt_toast: {
        status: 418,
        description: 'The <toast> is black.',
        causes: ['Heat.', 'Time.'],
        resolution: ['Scrape *gently*.'],
        example: { request: 'POST /toast', response: 'HTTP/1.1 418' },
        since: '0.2.0',
        deprecated: true,
        related: ['cold_toast'],
      },
    });

    expect(renderErrorDocs([burnt_toast]).split('## Any service')[1]).toBe(
      [
        '',
        '',
        '- [`burnt_toast`](#burnt_toast) (418, deprecated)',
        '',
        '### burnt_toast',
        '',
        'The \\<toast> is black. Status 418, since 0.2.0, deprecated: no longer thrown.',
        '',
        'Likely causes:',
        '',
        '- Heat.',
        '- Time.',
        '',
        'What to do:',
        '',
        '1. Scrape \\*gently\\*.',
        '',
        'Example:',
        '',
        '```http',
        'POST /toast',
        '',
        'HTTP/1.1 418',
        '```',
        '',
        'See also [`cold_toast`](#cold_toast).',
        '',
      ].join('\n'),
    );
  });
});
