import { Alert } from '@patternfly/react-core';
import type { GroupDefinitionPreview, PreviewedGroup, ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { wardstone } from '../api/client';
import { Evaluated } from '../parts/evaluated';
import { column, DataTable } from '../parts/list';
import { groupTexts } from '../texts/groups';
import { MEMBER_COLUMNS, MemberLink, memberKey } from './member-columns';

const texts = groupTexts.definitions.preview;
const PREVIEW = '/rest/group/definitions/preview';

interface DefinitionPreviewProps {
  /** Undefined while the expression is empty or invalid. */
  body: object | undefined;
  isEmpty: boolean;
}

/** Preview of a definition's groups, updated while it is edited. */
export function DefinitionPreview({ body, isEmpty }: DefinitionPreviewProps): ReactNode {
  return (
    <section className="definition-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{texts.title}</h2>
      {body ? (
        <Evaluated
          name={[PREVIEW]}
          evaluate={(sent, signal) => wardstone.post(PREVIEW, { body: sent, signal })}
          body={JSON.stringify(body)}
          texts={texts}
        >
          {(preview) => <Outcome preview={preview} />}
        </Evaluated>
      ) : (
        <p>{isEmpty ? texts.empty : texts.wrong}</p>
      )}
    </section>
  );
}

function Outcome({
  preview: { groupCount, resourceCount, groups, notes },
}: {
  preview: GroupDefinitionPreview;
}): ReactNode {
  const [only] = groups;
  return (
    <>
      <p className="preview-count" aria-live="polite">
        {texts.count(groupCount, resourceCount)}
      </p>
      {notes.map((note) => (
        <Alert key={note} variant="warning" isInline title={texts.wouldFail}>
          {note}
        </Alert>
      ))}
      {groupCount === 1 && only ? <OneGroup group={only} /> : groupCount > 0 && <SeveralGroups groups={groups} />}
      {groupCount > groups.length && <p className="text small">{texts.firstGroups(groups.length, groupCount)}</p>}
    </>
  );
}

const COLUMNS = [
  column('name', groupTexts.name, (member: ResourceWithType) => <MemberLink member={member} opensTab />),
  ...MEMBER_COLUMNS,
];

function OneGroup({ group: { name, members, explicitCount, implicitCount } }: { group: PreviewedGroup }): ReactNode {
  return (
    <>
      <p>
        <strong>{name}</strong>
        {implicitCount > explicitCount && `, ${texts.withParts(implicitCount)}`}
      </p>
      {members.length > 0 && (
        <DataTable label={groupTexts.members} rows={members} toKey={memberKey} columns={COLUMNS} />
      )}
      {explicitCount > members.length && (
        <p className="text small">{texts.firstMembers(members.length, explicitCount)}</p>
      )}
    </>
  );
}

const MAX_EXAMPLES = 3;

function SeveralGroups({ groups }: { groups: readonly PreviewedGroup[] }): ReactNode {
  return (
    <DataTable<PreviewedGroup>
      label={texts.title}
      rows={groups}
      toKey={({ name }) => name}
      columns={[
        column('name', groupTexts.name, ({ name, members, explicitCount }) => (
          <>
            {name}
            <p className="text small">
              {members.slice(0, MAX_EXAMPLES).map((member, at) => (
                <span key={member.resourceId}>
                  {at > 0 && ', '}
                  <MemberLink member={member} opensTab />
                </span>
              ))}
              {explicitCount > MAX_EXAMPLES && ', …'}
            </p>
          </>
        )),
        column('category', groupTexts.category, ({ category }) => groupTexts.categories[category]),
        column('count', groupTexts.members, 'number', ({ explicitCount, implicitCount }) =>
          implicitCount > explicitCount ? `${explicitCount}, ${groupTexts.withParts(implicitCount)}` : explicitCount,
        ),
      ]}
    />
  );
}
