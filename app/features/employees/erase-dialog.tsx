/** Signing a member out on a device that then erases itself: names both, and says what is lost. */
import { useTranslation } from 'react-i18next';
import { DialogForm } from '~/features/organization/dialog-form';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { NativeCheck } from '~/ui/controls/native-form';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { EmployeesData } from './load';
import { useMemberDevices } from './member-devices';
import { findMember, MissingMember } from './member-dialog';

export function EraseDialog({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const { devices, failed } = useMemberDevices(data, urlState.member ?? '');
  const member = findMember(data, urlState);
  if (!member) return <MissingMember urlState={urlState} />;
  const closeTo = paths.admin.employees({ ...urlState, dialog: 'member', device: undefined });
  const device = devices?.sessions.find((one) => one.id === urlState.device);
  if (!device) {
    return (
      <NativeDialog title={t('employees.devices.title')} description={member.name} closeHref={closeTo} size="small">
        {devices ? (
          <p className="text-14 text-ink-muted">{t('employees.devices.gone')}</p>
        ) : failed ? (
          <Banner kind="warning">{t('employees.devices.failed')}</Banner>
        ) : (
          <SkeletonRows rows={1} />
        )}
        <NativeDialogFooter>
          <NativeDialogClose to={closeTo}>{t('employees.close')}</NativeDialogClose>
        </NativeDialogFooter>
      </NativeDialog>
    );
  }
  const name = device.deviceName || t('employees.devices.unknown');
  // already ordered to erase: the only choice left is to erase without saving
  if (device.state === 'erasing' || device.state === 'told') {
    return (
      <NativeDialog
        title={t('employees.devices.confirm.nowTitle', { name: member.name, device: name })}
        closeHref={closeTo}
        size="small"
      >
        <p className="mb-4 text-14 text-ink-muted">{t('employees.devices.confirm.nowText')}</p>
        <DialogForm
          intent="erase"
          hidden={{ user: member.userId, device: device.id, withoutHandover: 'on' }}
          isDanger
          submit={t('employees.devices.erase')}
          closeTo={closeTo}
        />
      </NativeDialog>
    );
  }
  return (
    <NativeDialog
      title={t('employees.devices.confirm.title', { name: member.name, device: name })}
      closeHref={closeTo}
      size="small"
    >
      <ul className="mb-4 flex list-disc flex-col gap-1.5 pl-5 text-14 text-ink-muted">
        <li>{t('employees.devices.confirm.all', { name: member.name })}</li>
        <li>
          {device.waiting > 0
            ? t('employees.devices.confirm.waiting', { count: device.waiting })
            : t('employees.devices.confirm.unknown')}
        </li>
        <li>{t('employees.devices.confirm.handover', { name: member.name })}</li>
      </ul>
      <DialogForm
        intent="erase"
        hidden={{ user: member.userId, device: device.id }}
        isDanger
        submit={t('employees.devices.confirm.submit')}
        closeTo={closeTo}
      >
        {() => (
          <NativeCheck name="withoutHandover">
            {t('employees.devices.confirm.without')}{' '}
            <span className="block text-12 text-ink-muted">{t('employees.devices.confirm.withoutHint')}</span>
          </NativeCheck>
        )}
      </DialogForm>
    </NativeDialog>
  );
}
