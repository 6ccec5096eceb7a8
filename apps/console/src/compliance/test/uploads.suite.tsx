import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { CALLER, ViewerProvider } from '../../api/caller';
import { complianceTexts } from '../../texts/compliance';
import { uploadTexts as texts } from '../../texts/uploads';
import { jsonResponse } from '../../test/json-response';
import { Guides } from '../guides';
import { UploadDialog } from '../upload-dialog';
import { UploadResult } from '../upload-result';

const MIB = 1024 * 1024;
const VIEWER = { identity: { user: { username: 'ann' }, subject: 'ann' }, permissions: ['compliance:*:*'] };
/** The service's refusal of a guide without a version, whose field the form calls otherwise. */
const MISSING = 'Invalid parameter: os_major_version must be given, FIREFOX does not contain it';

/** Responds to every upload; jsdom would send it. */
function respondToUploads(status: number, body: object): void {
  class Responding extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly responseText = JSON.stringify(body);
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    getResponseHeader(): null {
      return null;
    }
    send(): void {
      this.dispatchEvent(new Event('load'));
    }
  }
  globalThis.XMLHttpRequest = Responding as unknown as typeof XMLHttpRequest;
}

function show(what: ReactNode): void {
  globalThis.fetch = (({ url }: Request) =>
    Promise.resolve(
      jsonResponse(url === CALLER ? VIEWER : { data: [], meta: { total: 0 }, links: {} }),
    )) as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData([CALLER], VIEWER);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ViewerProvider>{what}</ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Uploads a file that claims to have this size. */
function upload(size = 10): void {
  const file = Object.defineProperty(new File(['<xml/>'], 'arf.xml'), 'size', { value: size });
  fireEvent.change(screen.getByLabelText(new RegExp(texts.file)), { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: texts.start }));
}

describe('an upload', () => {
  const { fetch, XMLHttpRequest } = globalThis;
  afterEach(() => {
    cleanup();
    Object.assign(globalThis, { fetch, XMLHttpRequest });
  });

  it('of a result that judged no rule says so, without score', async () => {
    respondToUploads(201, { data: { verdict: 'not_applicable', score: 0, failed_rule_count: 0 } });
    show(<UploadResult systemId="s1" close={() => undefined} />);
    upload();
    await screen.findByText(texts.resultNotApplicable);
    expect(document.body.textContent).not.toContain('0 %');
  });

  it('of a result that failed all rules has the score 0', async () => {
    respondToUploads(201, { data: { verdict: 'not_compliant', score: 0, failed_rule_count: 3 } });
    show(<UploadResult systemId="s1" close={() => undefined} />);
    upload();
    await screen.findByText(texts.resultDone('0 %', 3));
  });

  it('of a guide without a version asks for the field as the form calls it', async () => {
    respondToUploads(422, { errors: [MISSING] });
    show(<Guides />);
    fireEvent.click((await screen.findAllByRole('button', { name: texts.guide }))[0]!);
    screen.getByLabelText(texts.osMajor);
    upload();
    await screen.findByText(texts.osMajorMissing);
    expect(texts.osMajorMissing).toContain('OS major version');
    expect(screen.queryByText(new RegExp('os_major_version'))).toBeNull();
  });

  describe('of a file that is too large', () => {
    const dialog = (maxMib?: number): void =>
      show(
        <UploadDialog
          title={complianceTexts.title}
          help=""
          path="/anywhere"
          {...(maxMib === undefined ? {} : { maxMib })}
          describe={() => ''}
          close={() => undefined}
        />,
      );

    it.each([
      ['a document', undefined, 128],
      ['an attachment', 5, 5],
    ])('names the limit of %s', async (_what, maxMib, limit) => {
      dialog(maxMib);
      upload(limit * MIB + 1);
      await screen.findByText(new RegExp(`The limit is ${limit} MiB`));
    });

    it('names the limit where the service refuses it', async () => {
      respondToUploads(413, { detail: 'The body is larger than this operation accepts' });
      dialog(5);
      upload();
      await screen.findByText(texts.largerThan(5));
    });
  });
});
