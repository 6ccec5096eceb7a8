import { fromBuffer } from 'yauzl';
import { readPackage, sourceOfBytes } from '@wardstone/plugin-descriptor';
import { jarOfDescriptor } from './descriptor-jar';

const DESCRIPTOR = Buffer.from('<plugin xmlns="urn:xmlns:rhq-plugin" name="Größe"/>');

describe('jarOfDescriptor', () => {
  it('makes an archive of the descriptor only', async () => {
    const jar = jarOfDescriptor(DESCRIPTOR);

    const { form, descriptor } = await readPackage(sourceOfBytes(jar));
    expect({ form, name: descriptor.name }).toEqual({ form: 'ARCHIVE', name: 'Größe' });
    const entries = await new Promise<number>((resolve, reject) => {
      fromBuffer(jar, { strictFileNames: true }, (error, file) => (error ? reject(error) : resolve(file.entryCount)));
    });
    expect(entries).toBe(1);
  });

  it('makes the same bytes of the same descriptor', () => {
    expect(jarOfDescriptor(DESCRIPTOR)).toEqual(jarOfDescriptor(Buffer.from(DESCRIPTOR)));
  });
});
