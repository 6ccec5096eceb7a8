import { Button } from '@patternfly/react-core';
import type { SecurityGuideRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { column, List } from '../parts/list';
import { withQuery } from '../api/client';
import { COMPLIANCE, sortedPages, titleCondition } from '../api/compliance';
import { EmptyPart } from '../parts/states';
import { TextField, Tick } from '../parts/forms';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { uploadTexts } from '../texts/uploads';
import { CompliancePage } from './list-frame';
import { OfferedGuides } from './offered-guides';
import { UploadDialog } from './upload-dialog';

const GUIDES = `${COMPLIANCE}/security_guides`;

/** Imported security guides. */
export function Guides(): ReactNode {
  const [isUploading, setUploading] = useState(false);
  const mayUpload = useMay('compliance:content:write');
  const upload = mayUpload && <Button onClick={() => setUploading(true)}>{uploadTexts.guide}</Button>;
  return (
    <CompliancePage actions={upload}>
      <OfferedGuides />
      <List<SecurityGuideRecord>
        label={texts.sections.guides}
        source={GUIDES}
        toKey={({ id }) => id}
        filters={[
          { kind: 'text', name: 'q', label: texts.search },
          { kind: 'expression', name: 'filter', label: texts.filter, example: texts.guides.example },
        ]}
        fetchPage={sortedPages(GUIDES, 'title', (filter) => [filter('filter'), titleCondition(filter('q'))])}
        columns={[
          column('title', texts.guide, 'sortable', (row) => (
            <Link to={`/compliance/guides/${row.id}`}>{row.title}</Link>
          )),
          column('version', texts.version, 'sortable', (row) => row.version),
          column('os_major_version', texts.osMajor, 'sortable', 'number', (row) => row.os_major_version),
        ]}
        empty={<EmptyPart {...texts.guides.empty} action={upload} />}
      />
      {isUploading && <UploadGuide close={() => setUploading(false)} />}
    </CompliancePage>
  );
}

function UploadGuide({ close }: { close: () => void }): ReactNode {
  const [osMajor, setOsMajor] = useState('');
  const [replaces, setReplaces] = useState(false);
  return (
    <UploadDialog<SecurityGuideRecord>
      title={uploadTexts.guideTitle}
      help={uploadTexts.guideHelp}
      accept=".xml,.json,.dat,.gz"
      path={withQuery(GUIDES, { os_major_version: osMajor.trim(), replace: replaces || undefined })}
      describe={({ title, version }) => uploadTexts.guideDone(title, version)}
      explain={({ message }) => (message.includes('os_major_version') ? uploadTexts.osMajorMissing : undefined)}
      close={close}
    >
      <TextField
        label={uploadTexts.osMajor}
        value={osMajor}
        change={setOsMajor}
        type="number"
        help={uploadTexts.osMajorHelp}
      />
      <Tick id="replace" label={uploadTexts.replace} isOn={replaces} change={setReplaces} />
    </UploadDialog>
  );
}
