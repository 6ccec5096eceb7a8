import { Content, Label } from '@patternfly/react-core';
import type { Result } from '@wardstone/client';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { LIVE, useGet } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { ConsolePage } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { Time } from '../parts/values';
import { useMay } from '../api/caller';
import { errorTexts as texts } from '../texts/errors';

const ERROR = '/api/v1/error/{error_type}';

type Occurrence = Result<'get', `${typeof ERROR}/occurrences`>['occurrences'][number];

/** Explanation of an error type, its resolution, and recent occurrences. */
export function Explanation(): ReactNode {
  const { type = '' } = useParams();
  const query = useGet(ERROR, { path: { error_type: type } });
  const mayLook = useMay('errors:occurrences');
  return (
    <ConsolePage
      title={type}
      trail={[{ title: texts.title, to: '/errors' }]}
      beside={query.data && <Label isCompact>{query.data.status}</Label>}
    >
      <Loaded query={query}>{(error) => <Texts error={error} />}</Loaded>
      {mayLook && query.data && <Occurrences type={type} />}
    </ConsolePage>
  );
}

function Texts({ error }: { error: Result<'get', typeof ERROR> }): ReactNode {
  const { description, causes, resolution, example, related = [], deprecated, custom, service = '' } = error;
  return (
    <Content className="explanation">
      <p>{description}</p>
      {deprecated && <Label status="warning">{texts.deprecated}</Label>}
      <h2>{texts.causes}</h2>
      <Lines lines={causes} />
      <h2>{texts.resolution}</h2>
      <Lines lines={resolution} />
      {example && (
        <>
          <h2>{texts.example}</h2>
          <Text text={example.request} />
          <Text text={example.response} />
        </>
      )}
      {related.length > 0 && (
        <>
          <h2>{texts.related}</h2>
          <ul>
            {related.map((type) => (
              <li key={type}>
                <Link to={`/errors/${type}`}>{type}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        {texts.service}: {texts.services[service] ?? service}. {texts.since} {error.since}.
        {custom && ` ${texts.custom}.`}
      </p>
    </Content>
  );
}

/** Preformatted text; long lines scroll. */
function Text({ text }: { text: string }): ReactNode {
  return (
    <pre className="code" tabIndex={0}>
      {text}
    </pre>
  );
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Occurrences({ type }: { type: string }): ReactNode {
  const { occurrences: words } = texts;
  const query = useGet(`${ERROR}/occurrences`, { path: { error_type: type } }, LIVE);
  return (
    <section aria-labelledby="occurrences">
      <Content>
        <h2 id="occurrences">{words.title}</h2>
      </Content>
      <Loaded query={query} lines={2}>
        {({ count, occurrences }) =>
          occurrences.length === 0 ? (
            <EmptyPart {...words.none} headingLevel="h3" />
          ) : (
            <>
              <p>{words.count(count)}</p>
              <DataTable<Occurrence>
                label={words.title}
                rows={occurrences}
                toKey={({ request_id: id, time, route }) => `${id} ${time} ${route}`}
                columns={[
                  column('time', words.time, ({ time }) => <Time at={time} />),
                  column('service', texts.service, (row) => texts.services[row.service] ?? row.service),
                  column('status', texts.status, 'number', (row) => row.status),
                  column('route', words.route, ({ route }) => <code>{route}</code>),
                  column('request', words.request, ({ request_id: id }) => <code>{id}</code>),
                ]}
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
