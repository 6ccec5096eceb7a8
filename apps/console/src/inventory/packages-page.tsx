import type { Row } from '@wardstone/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Form } from '@patternfly/react-core';
import { Link } from 'react-router';
import { pagesFrom } from '../api/monitoring';
import { TextField } from '../parts/forms';
import { useQueryString } from '../parts/filters';
import { column, List } from '../parts/list';
import { ConsolePage } from '../parts/page';
import { EmptyPart } from '../parts/states';
import { inventoryTexts } from '../texts/inventory';
import { isPackageQuery } from './domain/package-query';

const SOURCE = '/rest/package';
const texts = inventoryTexts.packages;

type Installed = Row<typeof SOURCE>;

/** Hosts by installed package: `openssl < 3.0.13`. */
export function PackagesPage(): ReactNode {
  const [search, change] = useQueryString();
  const query = search.get('q') ?? '';
  const [entered, enter] = useState(query);
  const [isTried, setTried] = useState(false);
  const isGood = isPackageQuery(entered);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isGood) change({ q: entered.trim(), page: undefined });
  };
  return (
    <ConsolePage title={texts.title} trail={[{ title: inventoryTexts.title, to: '/inventory' }]}>
      <Form className="search-form" onSubmit={submit} noValidate>
        <TextField
          label={texts.query}
          value={entered}
          change={enter}
          help={texts.help}
          problem={isTried && !isGood ? texts.wrong : undefined}
        />
        <Button type="submit">{texts.search}</Button>
      </Form>
      {query === '' ? (
        <EmptyPart {...texts.start} />
      ) : (
        <List<Installed>
          label={texts.title}
          source={SOURCE}
          fetchPage={pagesFrom(SOURCE, ['q'])}
          toKey={({ hostId, architecture, version }) => `${hostId} ${architecture} ${version}`}
          columns={[
            column('host', texts.host, ({ hostId, hostName }) => <Link to={`/inventory/${hostId}`}>{hostName}</Link>),
            column('package', texts.package, ({ name, architecture }) =>
              architecture === null ? name : `${name} (${architecture})`,
            ),
            column('version', texts.version, ({ version }) => <span className="text">{version}</span>),
            column('format', texts.format, ({ format }) => format),
          ]}
          empty={<EmptyPart title={texts.none(query)} body={texts.noneBody} />}
        />
      )}
    </ConsolePage>
  );
}
