import { useNavigate } from '@remix-run/react';
import { FilePlus, FolderPlus, Mic, Moon, Search, type LucideIcon } from 'lucide-react';
import { matchIcon } from '~/features/lists/kind-icons';
import { useDeferredValue, useMemo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useStartRecording } from '~/features/recorder/use-start-recording';
import type { SearchPassage } from '../../../sync/ranking/answer';
import { paths } from '~/paths';
import { isComposing } from '~/ui/controls/composing';
import { Kbd } from '~/ui/data/kbd';
import { PassagePlace } from '~/features/search-anchor/passage-place';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { stateOf } from '~/features/search-anchor/anchor';
import { useTitleMatches } from './title-matches';
import { useNewNote } from './new-note';
import { useComposedText } from '~/ui/controls/use-composed-text';
import { useAccount } from '~/replica/hooks';
import { PALETTE, runsConsole } from './navigation';
import { usePageCommands } from './page-commands';
import { setTheme, useTheme } from './theme';

interface Command {
  id: string;
  text: string;
  icon: LucideIcon;
  keys?: string;
  run: () => void;
}

/** Ctrl/Cmd+K: navigate, create, run commands, and search this device. */
export default function CommandPalette({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="scrim fixed inset-0 z-50 flex items-start justify-center bg-scrim px-4 pt-[12dvh]"
    >
      <Modal className="float-in w-full max-w-xl overflow-hidden rounded-dialog border border-line bg-overlay shadow-dialog">
        <Dialog aria-label={t('palette.title')} className="outline-none">
          {({ close }) => <PaletteBody close={close} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useCommands(): { go: Command[]; act: Command[] } {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const newNote = useNewNote();
  const record = useStartRecording();
  const { resolved } = useTheme();
  const isAdmin = runsConsole(useAccount());
  const ofPage = usePageCommands();
  return useMemo(
    () => ({
      go: PALETTE.filter(({ access }) => isAdmin || access !== 'admin').map(({ id, href, icon }) => ({
        id: `go-${id}`,
        text: t(`navigation.${id}`),
        icon,
        run: () => navigate(href),
      })),
      act: [
        ...ofPage,
        { id: 'act-note', text: t('new.note'), icon: FilePlus, keys: 'c', run: newNote },
        { id: 'act-record', text: t('new.record'), icon: Mic, keys: 'r', run: () => void record() },
        {
          id: 'act-project',
          text: t('new.project'),
          icon: FolderPlus,
          keys: 'p',
          run: () => navigate(`${paths.projects()}?new=1`),
        },
        {
          id: 'act-theme',
          text: t(resolved === 'dark' ? 'toLight' : 'toDark'),
          icon: Moon,
          run: () => setTheme(resolved === 'dark' ? 'light' : 'dark'),
        },
      ],
    }),
    [t, navigate, newNote, record, resolved, isAdmin, ofPage],
  );
}

/** During a composition, Enter and arrow keys select candidates of the input method, not commands. */
const keepFromInputMethod = (event: KeyboardEvent): void => {
  if (isComposing(event.nativeEvent)) event.stopPropagation();
};

function PaletteBody({ close }: { close: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { text, settled, change, handlers } = useComposedText();
  const wanted = useDeferredValue(settled.trim());
  const commands = useCommands();
  const found = useTitleMatches(wanted, 12)?.matches;
  const match = (list: Command[]) =>
    list.filter((c) => c.text.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()));
  const act = match(commands.act);
  const go = match(commands.go);
  const choose = (id: string) => {
    close();
    const command = [...commands.act, ...commands.go].find((c) => c.id === id);
    if (command) command.run();
    else {
      const hit = found?.find((f) => `${f.kind}/${f.id}` === id);
      if (hit) navigate(hit.href, { state: stateOf(hit.anchor) });
    }
  };
  return (
    <Autocomplete inputValue={text} onInputChange={change}>
      <div className="contents" onKeyDownCapture={keepFromInputMethod}>
        <SearchField
          autoFocus
          aria-label={t('palette.title')}
          className="flex items-center gap-3 border-b border-line px-4"
          {...handlers}
        >
          <Search aria-hidden size={18} className="text-ink-faint" />
          <Input
            autoComplete="off"
            placeholder={t('palette.placeholder')}
            className="h-13 w-full bg-transparent text-16 text-ink-strong outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
          />
          <Kbd keys="esc" />
        </SearchField>
      </div>
      <Menu
        aria-label={t('palette.title')}
        onAction={(key) => choose(String(key))}
        className="max-h-[50dvh] overflow-auto p-1.5 outline-none"
        renderEmptyState={() => <p className="px-3 py-6 text-center text-ink-muted">{t('palette.nothing')}</p>}
      >
        {(['found', 'closest'] as const).map((part) => {
          const items = found?.filter(({ closest }) => closest === (part === 'closest')) ?? [];
          return (
            items.length > 0 && (
              <Section
                key={part}
                id={part}
                title={t(`palette.${part}`)}
                items={items.map((f) => ({
                  id: `${f.kind}/${f.id}`,
                  text: f.title || t('common:untitled'),
                  icon: matchIcon(f),
                  detail: t(`kind.${f.itemType || f.kind}`),
                  ...(f.passage ? { passage: f.passage } : {}),
                }))}
              />
            )
          );
        })}
        {act.length > 0 && <Section id="act" title={t('palette.act')} items={act} />}
        {go.length > 0 && <Section id="go" title={t('palette.go')} items={go} />}
      </Menu>
    </Autocomplete>
  );
}

function Section({
  id,
  title,
  items,
}: {
  id: string;
  title: string;
  items: { id: string; text: string; icon: LucideIcon; keys?: string; detail?: string; passage?: SearchPassage }[];
}) {
  return (
    <MenuSection id={id}>
      <Header className="px-2.5 pb-1 pt-2 text-12 text-ink-muted">{title}</Header>
      {items.map(({ id: key, text, icon: Icon, keys, detail, passage }) => (
        <MenuItem
          key={key}
          id={key}
          textValue={text}
          className="flex min-h-10 cursor-default items-center gap-2.5 rounded-control px-2.5 outline-none data-focused:bg-hover"
        >
          <Icon aria-hidden size={16} className="shrink-0 text-ink-muted" />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate">{text}</span>
            {passage && (
              <span className="truncate text-12 text-ink-muted">
                <PassagePlace passage={passage} />
                {passage.start > 0 && '…'}
                <HighlightedRanges text={passage.text} ranges={passage.ranges} />
              </span>
            )}
          </span>
          {detail && <span className="text-12 text-ink-muted">{detail}</span>}
          {keys && <Kbd keys={keys} />}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
