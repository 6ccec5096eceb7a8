import { judgeAvailability } from '../src/domain/availability';
import { ownFileSystems } from '../src/domain/file-systems';
import { parseMounts, parseReadOnlyMounts } from '../src/machine/this-machine';
import type { FileSystem } from '../src/domain/snapshot';
import { aResource, aSnapshot } from './machine.builder';

const LAYER = 'f'.repeat(64);
const NO_FILES = { readPid: () => undefined, isFolder: () => false, isRefused: () => false };

const mounted = (device: string, type: string, mount: string): FileSystem => ({
  device,
  type,
  mount,
  freeBytes: 100,
  usedShare: 0.5,
  isReadOnly: false,
});
const ROOT = mounted('/dev/vda1', 'ext4', '/');
const listMounts = (...found: FileSystem[]): string[] => ownFileSystems(found).map(({ mount }) => mount);

describe('the file systems of a host', () => {
  it.each([
    ['the layers of containers', mounted('overlay', 'overlay', `/var/lib/docker/overlay2/${LAYER}/merged`)],
    [
      'the layers of containerd',
      mounted('overlay', 'overlay', '/run/containerd/io.containerd.runtime.v2.task/k8s.io/a/rootfs'),
    ],
    ['layers anywhere else', mounted('overlay', 'overlay', '/mnt/merged')],
    [
      'layers of containers of users',
      mounted('fuse-overlayfs', 'fuse.fuse-overlayfs', '/home/a/.local/share/containers/storage/overlay/x/merged'),
    ],
    ['shared memory of containers', mounted('shm', 'tmpfs', '/var/lib/docker/containers/a/mounts/shm')],
    ['volumes of pods', mounted('/dev/vdb', 'ext4', '/var/lib/kubelet/pods/a/volumes/kubernetes.io~csi/pvc/mount')],
    [
      'layers on devices of their own',
      mounted('/dev/mapper/docker-253:1-1', 'xfs', '/var/lib/docker/devicemapper/mnt/a'),
    ],
    ['images of packages', mounted('/dev/loop0', 'squashfs', '/snap/core/1')],
    ['images of packages through FUSE', mounted('snapfuse', 'fuse.snapfuse', '/snap/core/1')],
    ['images of programs', mounted('App.AppImage', 'fuse.App.AppImage', '/tmp/.mount_App1')],
    ['discs', mounted('/dev/sr0', 'iso9660', '/media/cdrom')],
    ['images that are mounted read-only', { ...mounted('/dev/loop7', 'ext4', '/mnt/image'), isReadOnly: true }],
    ['memory', mounted('tmpfs', 'tmpfs', '/run')],
    ['what automounters wait with', mounted('map auto.home', 'autofs', '/home')],
    ['documents of a session', mounted('portal', 'fuse.portal', '/run/user/1000/doc')],
    ['the disk at a second place', mounted('/dev/vda1', 'ext4', '/srv/www/data')],
    ['a subvolume of the disk', mounted('/dev/vda1', 'btrfs', '/home')],
  ])('do not include %s', (_case, other) => {
    expect(listMounts(other, ROOT)).toEqual(['/']);
  });

  it.each([
    ['another disk', mounted('/dev/vdb1', 'xfs', '/data')],
    ['the disk of containers', mounted('/dev/vdb1', 'xfs', '/var/lib/docker')],
    ['an export of another machine', mounted('nas:/export', 'nfs4', '/mnt/nas')],
    ['a share', mounted('//nas/share', 'cifs', '/mnt/share')],
    ['a dataset', mounted('tank/home', 'zfs', '/home')],
    ['files of another machine through FUSE', mounted('a@b:/', 'fuse.sshfs', '/mnt/ssh')],
    ['the partition that it boots from', mounted('/dev/vda2', 'vfat', '/boot/efi')],
  ])('include %s', (_case, other) => {
    expect(listMounts(ROOT, other)).toEqual(['/', other.mount]);
  });

  it.each(['overlay', 'tmpfs', 'rootfs'])('include the root, of a container too: %s', (type) => {
    expect(listMounts(mounted(type, type, '/'))).toEqual(['/']);
  });

  it('include one mount of each device, that with the shortest path', () => {
    expect(listMounts(mounted('/dev/vdb', 'ext4', '/srv/long'), mounted('/dev/vdb', 'ext4', '/srv'))).toEqual(['/srv']);
  });
});

describe('the availability of a file system', () => {
  const of = (key: string, fileSystems: FileSystem[] | undefined) =>
    judgeAvailability(aResource({ parentId: 1, typeName: 'File System', key }), aSnapshot({ fileSystems }), NO_FILES);

  it('is missing when a disk is not mounted any more', () => {
    expect(of('/data', [ROOT])).toBe('MISSING');
  });

  it('is unknown when its container has ended, which is not a failure', () => {
    expect(of(`/var/lib/docker/overlay2/${LAYER}/merged`, [ROOT])).toBe('UNKNOWN');
  });

  it('is unknown while file systems cannot be read', () => {
    expect(of('/', undefined)).toBe('UNKNOWN');
  });

  it.each(['CPU', 'Network Adapter', 'Process'])(
    'is, like that of a %s, unknown while it cannot be read',
    (typeName) => {
      const snapshot = aSnapshot({ coreLoads: undefined, adapters: undefined, processes: undefined });
      expect(judgeAvailability(aResource({ parentId: 1, typeName, key: 'CPU 0' }), snapshot, NO_FILES)).toBe('UNKNOWN');
    },
  );
});

describe('/proc/self/mounts', () => {
  it('has one device for each mount point, the last that was mounted', () => {
    const text = [
      'proc /proc proc rw 0 0',
      '/dev/vda1 / ext4 rw,relatime 0 0',
      '/dev/vdb1 /mnt/my\\040disk ext4 rw 0 0',
      '/dev/vdc1 /mnt/my\\040disk xfs rw 0 0',
      'nas:/export /mnt/nas nfs4 rw 0 0',
      '',
    ].join('\n');

    expect(parseMounts(text)).toEqual([
      { device: '/dev/vda1', mount: '/', type: 'ext4' },
      { device: '/dev/vdc1', mount: '/mnt/my disk', type: 'xfs' },
    ]);
  });
});

describe('/proc/self/mountinfo', () => {
  it('names file systems that are read-only themselves, not those that only a sandbox mounts so', () => {
    const text = [
      '22 1 254:1 / / ro,relatime shared:1 - ext4 /dev/vda1 rw,errors=remount-ro',
      '30 22 7:0 / /mnt/my\\040image ro,relatime shared:2 - ext4 /dev/loop0 ro',
      '31 22 254:17 / /data rw - xfs /dev/vdb1 ro',
      '32 31 254:18 / /data rw master:1 - xfs /dev/vdc1 rw',
      '',
    ].join('\n');
    expect([...parseReadOnlyMounts(text)]).toEqual(['/mnt/my image']);
  });
});
