import { Button, Label } from '@patternfly/react-core';
import type { Row } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { useFetched, useGet, wardstone } from '../api/client';
import { parseAncestry, type OfResource } from '../api/monitoring';
import { TextField } from '../parts/forms';
import { useQueryString } from '../parts/filters';
import { column, DataTable } from '../parts/list';
import { Part } from '../parts/page';
import { EmptyPart, Loaded } from '../parts/states';
import { inventoryTexts } from '../texts/inventory';
import { ChooseResource } from './compare-with';
import { toMoment } from './domain/moment';

const SOURCE = '/rest/resource/{id}/configuration/differences';
const texts = inventoryTexts.configuration.compare;

/** Maximum number of offered resources, in order of name. */
const SHOWN = 500;

type Difference = Row<typeof SOURCE>;

/** Differences from another resource of the same type or from another time, both given in the address. */
export function CompareConfiguration({ resource }: OfResource): ReactNode {
  const { resourceId, resourceName } = resource;
  const [search, change] = useQueryString();
  const [isChoosing, setChoosing] = useState(false);
  const [other, at, otherAt] = [search.get('other'), search.get('at') ?? '', search.get('otherAt') ?? ''];
  const { data: compared } = useGet('/rest/resource/{id}', other !== null && { path: { id: other } });
  const query = { other: other ?? undefined, time: toMoment(at), otherTime: toMoment(otherAt) };
  const differences = useFetched(
    [SOURCE, resourceId, query],
    (signal) => wardstone.page(SOURCE, { path: { id: resourceId }, page: 0, size: SHOWN, query, signal }),
    { enabled: Object.values(query).some((value) => value !== undefined) },
  );
  const hasQuery = Object.values(query).some((value) => value !== undefined);
  const otherName = compared?.resourceName ?? resourceName;
  const otherPlace = compared ? hostName(compared) : '';
  const own = hostName(resource);
  return (
    <Part title={texts.title}>
      <div className="compare-fields">
        <TextField
          label={texts.at(own)}
          type="datetime-local"
          value={at}
          change={(value) => change({ at: value || undefined })}
          help={texts.now}
        />
        <TextField
          label={other === null ? texts.otherAt : texts.at(otherPlace || otherName)}
          type="datetime-local"
          value={otherAt}
          change={(value) => change({ otherAt: value || undefined })}
          help={texts.now}
        />
        {other === null ? (
          <Button variant="secondary" onClick={() => setChoosing(true)}>
            {texts.choose}
          </Button>
        ) : (
          <Label onClose={() => change({ other: undefined })} closeBtnAriaLabel={inventoryTexts.charts.compare.end}>
            {inventoryTexts.charts.compare.with(otherPlace || otherName)}
          </Label>
        )}
      </div>
      {hasQuery ? (
        <Loaded query={differences} lines={4}>
          {({ rows, total }) => (
            <>
              <DataTable<Difference>
                label={texts.title}
                rows={rows}
                toKey={({ property }) => property}
                columns={[
                  column('property', inventoryTexts.configuration.property, ({ property }) => property),
                  column('value', sideTitle(own, at), ({ value }) => value ?? texts.absent),
                  column(
                    'other',
                    sideTitle(otherPlace || otherName, otherAt),
                    ({ otherValue }) => otherValue ?? texts.absent,
                  ),
                ]}
                empty={<EmptyPart title={texts.same} headingLevel="h3" />}
              />
              {total > rows.length && <p className="text small">{texts.more(rows.length, total)}</p>}
            </>
          )}
        </Loaded>
      ) : (
        <p className="text small">{texts.help}</p>
      )}
      {isChoosing && (
        <ChooseResource
          resource={resource}
          title={texts.chooseTitle}
          description={texts.chooseHelp(resource.typeName)}
          q={resourceName}
          choose={(id) => {
            setChoosing(false);
            change({ other: String(id) });
          }}
          close={() => setChoosing(false)}
        />
      )}
    </Part>
  );
}

/** Name of the host, which distinguishes parts with equal names. */
function hostName(resource: OfResource['resource']): string {
  return parseAncestry(resource)[0]?.name ?? resource.resourceName;
}

function sideTitle(name: string, at: string): string {
  return at === '' ? name : `${name}, ${at.replace('T', ' ')}`;
}
