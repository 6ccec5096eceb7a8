import type { ProfileRecord, SecurityGuideRecord } from '@wardstone/client/compliance';
import { Flex } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { column, List } from '../parts/list';
import { COMPLIANCE, type Single, sortedPages } from '../api/compliance';
import { request, useApi } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { ConsolePage, PartTabs } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { guideChangeTexts } from '../texts/guide-changes';
import { unwrapLines } from './flowing';
import { GuideChanges, MovePolicies, useOtherVersions } from './guide-changes';
import { RulesList } from './rules-list';

/** A security guide: its profiles and rules. */
export function Guide(): ReactNode {
  const { guideId = '' } = useParams();
  const path = `${COMPLIANCE}/security_guides/${encodeURIComponent(guideId)}`;
  const query = useApi<Single<SecurityGuideRecord>>(path);
  const guide = query.data?.data;
  const mayRemove = useMay('compliance:content:write');
  const mayMove = useMay('compliance:policy:write');
  const others = useOtherVersions(guide);
  return (
    <ConsolePage
      title={guide?.title ?? texts.guide}
      trail={[
        { title: texts.title, to: '/compliance' },
        { title: texts.sections.guides, to: '/compliance/guides' },
      ]}
      actions={
        guide && (
          <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
            {mayMove && others.length > 0 && <MovePolicies guide={guide} others={others} />}
            {mayRemove && (
              <RemoveButton
                action={texts.guides.remove}
                title={`${texts.guides.remove}: ${guide.title}`}
                remove={() => request(path, { method: 'DELETE' })}
                to="/compliance/guides"
              >
                {texts.guides.removeBody}
              </RemoveButton>
            )}
          </Flex>
        )
      }
    >
      <Loaded query={query}>
        {({ data }) => (
          <>
            <p>
              {texts.version} {data.version}, {texts.osMajor} {data.os_major_version}
            </p>
            <p className="text long">{unwrapLines(data.description)}</p>
            <PartTabs
              label={texts.guides.tabs}
              tabs={[
                {
                  name: 'profiles',
                  title: texts.guides.profiles,
                  content: () => <Profiles path={path} guideId={data.id} />,
                },
                {
                  name: 'rules',
                  title: texts.rules,
                  content: () => <RulesList source={`${path}/rules`} guideId={data.id} />,
                },
                ...(others.length > 0
                  ? [
                      {
                        name: 'changes',
                        title: guideChangeTexts.tab,
                        content: () => <GuideChanges path={path} guide={data} others={others} />,
                      },
                    ]
                  : []),
              ]}
            />
          </>
        )}
      </Loaded>
    </ConsolePage>
  );
}

function Profiles({ path, guideId }: { path: string; guideId: string }): ReactNode {
  const source = `${path}/profiles`;
  return (
    <List<ProfileRecord>
      label={texts.guides.profiles}
      source={source}
      toKey={({ id }) => id}
      fetchPage={sortedPages(source, 'title')}
      columns={[
        column('title', texts.profile, 'sortable', (row) => (
          <Link to={`/compliance/guides/${guideId}/profiles/${row.id}`}>{row.title}</Link>
        )),
        column('description', texts.description, (row) => <span className="clamped">{row.description}</span>),
      ]}
      empty={<EmptyPart {...texts.guides.noProfiles} />}
    />
  );
}
