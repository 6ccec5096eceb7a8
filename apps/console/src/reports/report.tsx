import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useFetched, withQuery } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { FilterBar, useQueryString } from '../parts/filters';
import { ConsolePage } from '../parts/page';
import { useNow } from '../parts/values';
import { reportTexts as texts } from '../texts/reports';
import { getFilters, toReportParameters } from './parameters';
import { type Preview, readPreview, type ReportPath } from './preview';

/** First rows of a report by its parameters, and its download. */
export function Report(): ReactNode {
  const { name = '' } = useParams();
  const [search] = useQueryString();
  const title = texts.titles[name]?.[0] ?? name;
  const filters = getFilters(name);
  const path = `/rest/reports/${encodeURIComponent(name)}`;
  const parameters = toReportParameters(name, search, useNow());
  const address = withQuery(`${path}.csv`, parameters);
  const query = useFetched([address], (signal) => readPreview(path as ReportPath, parameters, signal));
  return (
    <ConsolePage
      title={title}
      trail={[{ title: texts.title, to: '/reports' }]}
      actions={
        <Button component="a" href={address} download={`${name}.csv`}>
          {texts.download}
        </Button>
      }
      below={<p>{texts.titles[name]?.[1]}</p>}
    >
      {filters.length > 0 && <FilterBar filters={filters} />}
      <Loaded query={query} lines={8}>
        {(preview) => <Rows preview={preview} />}
      </Loaded>
    </ConsolePage>
  );
}

function Rows({ preview: { header, rows, isWhole } }: { preview: Preview }): ReactNode {
  const { none, first, all, label } = texts.preview;
  if (rows.length === 0) return <EmptyPart {...none} />;
  return (
    <>
      <p>{isWhole ? all(rows.length) : first(rows.length)}</p>
      {/* As wide as its columns; a scrollable region must be focusable. */}
      <div className="wide-table" role="region" aria-label={label} tabIndex={0}>
        <Table aria-label={label} variant="compact" gridBreakPoint="">
          <Thead>
            <Tr>
              {header.map((title, at) => (
                <Th key={at} modifier="nowrap">
                  {title}
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {rows.map((row, at) => (
              <Tr key={at}>
                {row.map((cell, column) => (
                  <Td key={column}>{cell}</Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      </div>
    </>
  );
}
