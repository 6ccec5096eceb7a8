import type { WaiverRecord } from '@wardstone/client/compliance';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { COMPLIANCE } from '../../api/compliance';
import { CALLER, ViewerProvider } from '../../api/caller';
import { waiverTexts as texts } from '../../texts/waivers';
import { AskWaiver } from '../ask-waiver';
import { Waiver } from '../waiver';

const WAIVER: WaiverRecord = {
  id: 'w1',
  type: 'waiver',
  rule_ref_id: 'rule_1',
  policy_id: 'p1',
  group_id: null,
  system_ids: ['s1', 's2'],
  rule: { title: 'A rule', severity: 'high', security_guide_id: 'g1' },
  policy_title: 'A policy',
  group_name: null,
  systems: [{ id: 's1', display_name: 'web-1' }],
  reason: 'The vendor needs it',
  state: 'requested',
  expires_at: '2026-12-01T00:00:00.000Z',
  expires_soon: false,
  requested_at: '2026-11-01T00:00:00.000Z',
  requested_by: 'ann',
  needs_other_approver: false,
  decided_at: null,
  decided_by: null,
  withdrawn_at: null,
  withdrawn_by: null,
  result: null,
  owner: null,
  attachment: null,
  severity: null,
};
const [READ, WRITE, APPROVE] = ['read', 'write', 'approve'].map((what) => `compliance:waiver:${what}`) as [
  string,
  string,
  string,
];
const REPORT = { id: 'p1', os_major_version: 9, all_systems_exposed: true };

/** Sends no requests: all data of the page is present. */
function show(page: 'waiver' | 'ask', permissions: readonly string[], waiver: Partial<WaiverRecord> = {}): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData([CALLER], { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions });
  client.setQueryData([`${COMPLIANCE}/waivers/w1`], { data: { ...WAIVER, ...waiver } });
  const rule = { ref_id: 'rule_1', title: 'A rule', severity: 'high' };
  const system = { id: 's1', name: 'web-1', group: undefined };
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[page === 'waiver' ? '/exceptions/w1' : '/']}>
        <ViewerProvider>
          <Routes>
            <Route path="/" element={<AskWaiver rule={rule} report={REPORT} system={system} />} />
            <Route path="/exceptions/:waiverId" element={<Waiver />} />
          </Routes>
        </ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const buttons = (): (string | null)[] => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('the page of an exception', () => {
  afterEach(cleanup);

  it.each([
    ['one who only reads', [READ], {}, []],
    ['one who asks', [READ, WRITE], {}, [texts.withdraw, texts.attach]],
    ['one who approves', [READ, APPROVE], {}, [texts.approve, texts.refuse]],
    [
      'the one who asked for it',
      [READ, WRITE, APPROVE],
      { needs_other_approver: true },
      [texts.refuse, texts.withdraw, texts.attach],
    ],
    ['all when it is active', [READ, WRITE, APPROVE], { state: 'approved' }, [texts.withdraw]],
    ['all when it has expired', [READ, WRITE, APPROVE], { state: 'expired' }, []],
    ['all when it was refused', [READ, WRITE, APPROVE], { state: 'rejected' }, []],
  ] as const)('offers %s the permitted actions', (_who, permissions, waiver, expected) => {
    show('waiver', permissions, waiver);
    expect(buttons()).toEqual(expected);
    expect(screen.queryByText(texts.own.title) !== null).toBe('needs_other_approver' in waiver);
  });

  it('links the attached file with its digest, and takes no other', () => {
    const attachment = { file_name: 'proof.png', byte_count: 1200, sha256: 'abc', attached_at: '', attached_by: 'ann' };
    show('waiver', [READ, WRITE], { attachment });
    const link = screen.getByRole('link', { name: 'proof.png' });
    expect(link.getAttribute('href')).toBe(`${COMPLIANCE}/waivers/w1/attachment`);
    expect(screen.getByText(texts.attached(1200, 'abc'))).toBeTruthy();
    expect(buttons()).toEqual([texts.withdraw]);
  });

  it('names its scope, and how much of it is hidden', () => {
    show('waiver', [READ]);
    expect(screen.getByRole('link', { name: 'web-1' }).getAttribute('href')).toBe('/compliance/systems/s1');
    expect(screen.getByText(/and 1 more/)).toBeTruthy();
  });
});

describe('asking for an exception', () => {
  afterEach(cleanup);

  it('is not offered without the permission', () => {
    show('ask', [READ]);
    expect(buttons()).toEqual([]);
  });

  it('states that another person must approve the review', () => {
    show('waiver', [READ, APPROVE], { needs_other_approver: true, result: 'pass' });
    expect(screen.getByText(texts.ownReview.title)).toBeTruthy();
    expect(screen.queryByText(texts.own.title)).toBeNull();
  });

  it('requires a reason and a scope', () => {
    show('ask', [READ, WRITE]);
    fireEvent.click(screen.getByRole('button', { name: texts.askFor('A rule') }));
    const send = (): HTMLButtonElement => screen.getByRole('button', { name: texts.send });
    const choose = (scope: string): void =>
      void fireEvent.change(screen.getByRole('combobox', { name: new RegExp(texts.scope) }), {
        target: { value: scope },
      });
    expect(send().disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'The vendor needs it' } });
    expect(send().disabled).toBe(false);
    choose('group');
    expect(send().disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /^Group/ }), { target: { value: 'web' } });
    expect(send().disabled).toBe(false);
    choose('policy');
    expect(send().disabled).toBe(false);
    const decision = screen.getByRole('combobox', { name: new RegExp(texts.decision) });
    expect(screen.getByText(texts.help)).toBeTruthy();
    fireEvent.change(decision, { target: { value: 'pass' } });
    expect(screen.getByText(texts.reviewHelp)).toBeTruthy();
    fireEvent.change(decision, { target: { value: 'planned' } });
    expect(screen.getByText(texts.planHelp)).toBeTruthy();
    const add = screen.getByRole<HTMLButtonElement>('button', { name: texts.add });
    expect(add.disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /^Owner/ }), { target: { value: 'Platform team' } });
    expect(add.disabled).toBe(false);
  });
});
