import type { AccessCommands } from './declared/access';
import type { AgentCommands } from './declared/agents';
import type { CanvasCommands } from './declared/canvases';
import type { ChatCommands } from './declared/chats';
import type { ConsoleCommands } from './declared/console';
import type { DocumentCommands } from './declared/documents';
import type { DraftCommands } from './declared/drafts';
import type { FavouriteCommands } from './declared/favourites';
import type { FileCommands } from './declared/files';
import type { HandoverCommands } from './declared/handover';
import type { ImageCommands } from './declared/images';
import type { InboxCommands } from './declared/inbox';
import type { LinkCommands } from './declared/links';
import type { MeetingCommands } from './declared/meetings';
import type { NoteCommands } from './declared/notes';
import type { NotificationCommands } from './declared/notifications';
import type { OutboxCommands } from './declared/outbox';
import type { PreferenceCommands } from './declared/preferences';
import type { ProjectCommands } from './declared/projects';
import type { RecordingCommands } from './declared/recordings';
import type { ResearchCommands } from './declared/researches';
import type { StoredAnswerCommands } from './declared/stored-answers';
import type { SummaryCommands } from './declared/summaries';
import type { TemplateCommands } from './declared/templates';
import type { TermCommands } from './declared/terms';
import type { TranscriptCommands } from './declared/transcripts';
import type { VersionCommands } from './declared/versions';

/**
 * The commands of the page. Each is validated by the model's schemas and the document's abilities, and resolves when it
 * is durable on this device.
 */
export interface Commands
  extends
    AccessCommands,
    AgentCommands,
    CanvasCommands,
    ChatCommands,
    ConsoleCommands,
    DocumentCommands,
    DraftCommands,
    FavouriteCommands,
    FileCommands,
    HandoverCommands,
    ImageCommands,
    InboxCommands,
    LinkCommands,
    MeetingCommands,
    NoteCommands,
    NotificationCommands,
    OutboxCommands,
    PreferenceCommands,
    ProjectCommands,
    RecordingCommands,
    ResearchCommands,
    StoredAnswerCommands,
    SummaryCommands,
    TemplateCommands,
    TermCommands,
    TranscriptCommands,
    VersionCommands {}

export type CommandName = keyof Commands;
