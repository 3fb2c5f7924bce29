/** Every screen of this delivery with its address. `/` goes to the home. */
import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

export default [
  index('routes/index.tsx'),
  route('shell', 'routes/shell.tsx'),

  route('auth/login', 'routes/auth/login.tsx'),
  route('auth/register', 'routes/auth/register.tsx'),
  route('auth/verification-success', 'routes/auth/verification-success.tsx'),
  route('auth/update-password', 'routes/auth/update-password.tsx'),
  route('auth/ownership-transferred', 'routes/auth/ownership-transferred.tsx'),
  route('auth/forgot-password', 'routes/auth/forgot-password.tsx'),
  route('auth/authorization', 'routes/auth/authorization.tsx'),
  route('auth/desktop', 'routes/auth/desktop.tsx'),
  route('verify/retrieve-password', 'routes/verify/retrieve-password.tsx'),
  route('verify/create-company', 'routes/verify/create-company.tsx'),
  route('verify/invite-user', 'routes/verify/invite-user.tsx'),
  route('verify/box', 'routes/verify/box.tsx'),
  route('verify/google-drive', 'routes/verify/google-drive.tsx'),
  route('invite/:key', 'routes/join/invite.tsx'),
  route('user/company/applyVerify', 'routes/join/apply-verify.tsx'),
  route('legal/usage-terms', 'routes/legal/usage-terms.tsx'),
  route('legal/privacy-policy', 'routes/legal/privacy-policy.tsx'),
  route('legal/specific-based', 'routes/legal/specific-based.tsx'),
  route('contact', 'routes/legal/contact.tsx'),
  route('no-access', 'routes/public/no-access.tsx'),
  route('ip-blocked', 'routes/public/ip-blocked.tsx'),
  route('gallery', 'routes/public/gallery.tsx'),

  route('admin', 'routes/admin/index.tsx'),
  layout('routes/admin/_layout.tsx', [
    route('admin/overview', 'routes/admin/overview.tsx'),
  ]),

  layout('routes/workspace/_layout.tsx', [
    route('search', 'routes/workspace/search.tsx'),
    route('my-base', 'routes/workspace/my-base.tsx'),
    route('my-base/project', 'routes/workspace/projects.tsx'),
    route('project/:projectId', 'routes/workspace/project.tsx'),
    route('project/:projectId/note-detail/:noteId', 'routes/workspace/note-detail.tsx'),
    route('project/:projectId/note/new', 'routes/workspace/note-new.tsx'),
    route('project/:projectId/note/:noteId', 'routes/workspace/note-editor.tsx'),
    route('meeting-notes', 'routes/workspace/meeting-notes.tsx'),
    route('meeting-note', 'routes/workspace/meeting-note.tsx'),
    route('meeting/activate-app', 'routes/workspace/activate-app.tsx'),
    route('meeting/:meetingId', 'routes/workspace/meeting.tsx'),
    route('recovery', 'routes/workspace/recovery.tsx'),
    route('outbox', 'routes/workspace/outbox.tsx'),
    route('conflicts', 'routes/workspace/conflicts.tsx'),
    route('settings', 'routes/workspace/settings.tsx'),
  ]),
] satisfies RouteConfig;
