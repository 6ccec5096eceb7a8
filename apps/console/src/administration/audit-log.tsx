import { Button, Flex, Label, ToolbarItem } from '@patternfly/react-core';
import type { Result } from '@wardstone/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePersonText } from '../parts/person';
import { Status, Time } from '../parts/values';
import { useFetched, wardstone } from '../api/client';
import { ChangeLine } from '../parts/audit/change-line';
import { EmptyPart, Loaded } from '../parts/states';
import { choice, type Filter, FilterBar, useQueryString } from '../parts/filters';
import { column, DataTable, NoMatch } from '../parts/list';
import { useMay } from '../api/caller';
import { administrationTexts as texts } from '../texts/administration';
import { Forbidden, AdministrationPage } from './frame';
import { factsText } from './facts-text';

const { audit: words } = texts;
const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'];
const STATUSES = { done: 'success', refused: 'warning', failed: 'danger', 'cut off': 'danger' } as const;
const SIZE = 50;
const DAY_MS = 86_400_000;
/** Filters whose names equal the parameters of the operation. */
type AuditEvent = Result<'get', '/auth/audit'>['events'][number];
const NAMES = ['user', 'issuer', 'subject', 'target', 'service', 'outcome'];
/** Query parameter with the cursor of the page; removed when a filter changes. */
const CURSOR = 'page';

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'user', label: words.user },
  { kind: 'text', name: 'issuer', label: words.issuer },
  { kind: 'text', name: 'target', label: words.target },
  choice(
    'service',
    words.service,
    SERVICES.map((value) => [value, value] as const),
  ),
  choice('outcome', words.outcome, Object.entries(words.outcomes)),
  choice('days', words.since, Object.entries(words.days)),
];

/** Audit events: changes, and refused requests. */
export function AuditLog(): ReactNode {
  const mayRead = useMay('audit:read');
  return <AdministrationPage>{mayRead ? <Events /> : <Forbidden />}</AdministrationPage>;
}

function Events(): ReactNode {
  const [search, change] = useQueryString();
  const query = useFetched(['/auth/audit', search.toString()], (signal) => {
    const days = Number(search.get('days'));
    const filters = Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? undefined]));
    const before = search.get(CURSOR) ?? undefined;
    const since = days > 0 ? new Date(Date.now() - days * DAY_MS).toISOString() : undefined;
    return wardstone.get('/auth/audit', { query: { ...filters, since, before, limit: SIZE }, signal });
  });
  const filtered = [...FILTERS.map(({ name }) => name), 'subject'].filter((name) => search.has(name));
  const subject = search.get('subject');
  return (
    <>
      <FilterBar filters={FILTERS}>
        {subject !== null && (
          <ToolbarItem>
            <Label
              variant="outline"
              closeBtnAriaLabel={words.everyone}
              onClose={() => change({ subject: undefined, [CURSOR]: undefined })}
            >
              {subject}
            </Label>
          </ToolbarItem>
        )}
      </FilterBar>
      <Loaded query={query} lines={8}>
        {({ events, next }) => (
          <>
            {events.length === 0 ? <NoEvents filtered={filtered} /> : <EventTable events={events} />}
            <Flex justifyContent={{ default: 'justifyContentFlexEnd' }}>
              {search.has(CURSOR) && (
                <Button variant="secondary" onClick={() => change({ [CURSOR]: undefined })}>
                  {words.newest}
                </Button>
              )}
              {next !== null && (
                <Button variant="secondary" onClick={() => change({ [CURSOR]: next })}>
                  {words.older}
                </Button>
              )}
            </Flex>
          </>
        )}
      </Loaded>
    </>
  );
}

function NoEvents({ filtered }: { filtered: readonly string[] }): ReactNode {
  if (filtered.length > 0) return <NoMatch filters={filtered} />;
  return <EmptyPart {...words.empty} />;
}

/** Links to the events of exactly this caller, because names are ambiguous. */
function AuditCaller({ user, subject, issuer, login, claimed }: AuditEvent): ReactNode {
  const personText = usePersonText();
  if (user === null) return claimed === null ? words.unknown : words.claimed(claimed);
  return (
    <>
      {subject === null ? (
        personText(user)
      ) : (
        <Link to={`?${new URLSearchParams({ subject }).toString()}`}>{personText(user)}</Link>
      )}
      {issuer !== null && <div className="text">{issuer}</div>}
      {login !== null && <div className="text">{words.logins[login] ?? login}</div>}
    </>
  );
}

function EventTable({ events }: { events: readonly AuditEvent[] }): ReactNode {
  return (
    <DataTable<AuditEvent>
      label={texts.sections.audit}
      rows={events}
      toKey={({ request_id: id, time }) => `${id} ${time}`}
      columns={[
        column('time', words.time, ({ time }) => <Time at={time} />),
        column('user', words.user, (event) => <AuditCaller {...event} />),
        column('change', words.change, (event) => (
          <>
            <ChangeLine event={event} />
            <div className="text small">
              {event.method} {event.target}
            </div>
          </>
        )),
        column('outcome', words.outcome, ({ outcome, status }) => (
          <Status kind={STATUSES[outcome]}>
            {words.outcomes[outcome] ?? outcome} {status}
          </Status>
        )),
        column(
          'facts',
          words.facts,
          ({ facts, error_type: type }) =>
            (type !== null || factsText(facts) !== '') && (
              <span className="text">
                {factsText(facts)}{' '}
                {type !== null && (
                  <Link className="whole" to={`/errors/${type}`}>
                    {type}
                  </Link>
                )}
              </span>
            ),
        ),
        column('address', words.address, ({ address }) => address),
      ]}
    />
  );
}
