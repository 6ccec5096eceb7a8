import { Button, Checkbox, FormGroup, PageSection } from '@patternfly/react-core';
import type { SecurityGuideRecord } from '@wardstone/dto/compliance';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { withQuery } from '../api/client';
import { COMPLIANCE, allOf, quoted, sortedPage } from '../api/compliance';
import { EmptyPart } from '../parts/empty-part';
import { TextRow } from '../parts/form-dialog';
import { List } from '../parts/list-page';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { ComplianceHead } from './head';
import { UploadDialog } from './upload-dialog';

const GUIDES = `${COMPLIANCE}/security_guides`;

/** The security guides that policies are made of. */
export function Guides(): ReactNode {
  const [isUploading, setUploading] = useState(false);
  const mayUpload = useMay('compliance:content:write');
  const upload = mayUpload && <Button onClick={() => setUploading(true)}>{texts.upload.guide}</Button>;
  return (
    <>
      <ComplianceHead actions={upload} />
      <PageSection hasBodyWrapper={false}>
        <List<SecurityGuideRecord>
          label={texts.sections.guides}
          source={GUIDES}
          keyOf={({ id }) => id}
          filters={[
            { kind: 'text', name: 'q', label: texts.search },
            { kind: 'expression', name: 'filter', label: texts.filter, example: texts.guides.example },
          ]}
          fetchPage={({ filter, sort = 'title', ...wanted }) => {
            const title = filter('q');
            const condition = allOf(filter('filter'), title === undefined ? undefined : `title ~ ${quoted(title)}`);
            return sortedPage(GUIDES, { ...wanted, sort }, condition);
          }}
          columns={[
            {
              name: 'title',
              title: texts.guide,
              isSortable: true,
              cell: (row) => <Link to={`/compliance/guides/${row.id}`}>{row.title}</Link>,
            },
            { name: 'version', title: texts.version, isSortable: true, cell: (row) => row.version },
            {
              name: 'os_major_version',
              title: texts.osMajor,
              isSortable: true,
              isNumber: true,
              cell: (row) => row.os_major_version,
            },
          ]}
          empty={
            <EmptyPart title={texts.guides.empty.title} action={upload}>
              {texts.guides.empty.body}
            </EmptyPart>
          }
        />
      </PageSection>
      {isUploading && <UploadGuide close={() => setUploading(false)} />}
    </>
  );
}

function UploadGuide({ close }: { close: () => void }): ReactNode {
  const [osMajor, setOsMajor] = useState('');
  const [replaces, setReplaces] = useState(false);
  return (
    <UploadDialog<SecurityGuideRecord>
      title={texts.upload.guideTitle}
      help={texts.upload.guideHelp}
      accept=".xml,.gz"
      path={withQuery(GUIDES, { os_major_version: osMajor.trim(), replace: replaces || undefined })}
      describe={({ title, version }) => texts.upload.guideDone(title, version)}
      close={close}
    >
      <TextRow
        label={texts.upload.osMajor}
        value={osMajor}
        change={setOsMajor}
        type="number"
        help={texts.upload.osMajorHelp}
      />
      <FormGroup>
        <Checkbox
          id="replace"
          label={texts.upload.replace}
          isChecked={replaces}
          onChange={(_event, isOn) => setReplaces(isOn)}
        />
      </FormGroup>
    </UploadDialog>
  );
}
