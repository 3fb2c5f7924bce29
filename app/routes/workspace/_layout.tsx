import { Outlet } from '@remix-run/react';

export default function WorkspaceLayout() {
  return <Outlet />;
}
