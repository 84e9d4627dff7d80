import { useEffect, useRef, useState } from 'react';
import { documentInputOf } from '#app/platform/forms/document-fields.ts';
import type { FormValues } from '#app/platform/forms/field-spec.ts';
import { ACCEPTED_DOCUMENTS } from '#app/platform/media/documents/document-types.ts';
import { documentsIn } from '#app/platform/ui/editor/pictures-in.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { documentUploads, type LibraryDocument } from '#app/platform/ui/upload/document-uploads.ts';
import { DropBox } from '#app/platform/ui/upload/drop-box.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import { documentChoice } from './choice-of-document.ts';
import { ChosenDocument, type Move } from './chosen-document.tsx';
import type { DocumentChoice, DocumentChoices, DocumentsFieldProps } from './document-choice.ts';
import { DocumentFinder } from './document-finder.tsx';

/**
 * Uploads documents for an item, several at a time, or chooses those of the library, and puts them in order: without
 * JavaScript with the form, otherwise with progress, while the form stays open.
 */
export function DocumentsField({ spec, values, problems, documents }: DocumentsFieldProps) {
  const { name, label, hint = '', isSingle } = spec;
  const problem = problems[name];
  const isMain = name === 'documents';
  const id = isMain ? 'document' : `${name}-document`;
  const [chosen, setChosen] = useState(() => chosenOf(documents, values[name]));
  const [isFinding, setFinding] = useState(false);
  const [isLive, setLive] = useState(false);
  const place = useRef<HTMLFieldSetElement>(null);
  const add = (choice: DocumentChoice) =>
    setChosen((before) => {
      if (isSingle) return [choice];
      return before.some((each) => each.id === choice.id) ? before : [...before, choice];
    });
  const uploads = useUploads<LibraryDocument>((item) => add(documentChoice(item)), documentUploads);
  const send = useRef(uploads.add);
  useEffect(() => {
    setLive(true);
    // Chosen before the script arrived.
    const early = place.current?.querySelector<HTMLInputElement>('[type=file]');
    if (early?.files?.length) send.current([...early.files]);
    if (early) early.value = '';
  }, []);
  const move: Move = (id, by) => setChosen((before) => moved(before, id, by));
  const remove = (gone: string) => setChosen((before) => before.filter((each) => each.id !== gone));
  const notes = [`${name}-hint`, problem ? `${name}-error` : '', `${id}-file-hint`];
  return (
    <fieldset className="picture-field" id={name} tabIndex={-1} ref={place}>
      <legend>
        <label htmlFor={id}>{label}</label> <span className="optional">(optional)</span>
      </legend>
      <span className="hint" id={`${name}-hint`}>
        {hint}
      </span>
      {problem ? (
        <span className="error" id={`${name}-error`}>
          {problem}
        </span>
      ) : null}
      <input type="hidden" name={name} value="" />
      {chosen.length > 0 ? (
        <ul className="files" aria-label={isMain ? 'Documents' : label}>
          {chosen.map((document, at) => (
            <ChosenDocument
              key={document.id}
              name={name}
              document={document}
              isFirst={at === 0}
              isLast={at === chosen.length - 1}
              isLive={isLive}
              move={move}
              remove={remove}
            />
          ))}
        </ul>
      ) : null}
      <UploadList uploads={uploads} />
      <DropBox className="pick" onFiles={uploads.add} takesPage filesIn={documentsIn}>
        <Icon name="upload" />
        <label htmlFor={id}>{isMain ? 'Upload documents' : `Upload ${label.toLowerCase()}`}</label>
        <input
          id={id}
          name={isLive ? undefined : documentInputOf(name)}
          type="file"
          multiple={!isSingle}
          accept={ACCEPTED_DOCUMENTS}
          aria-describedby={notes.filter(Boolean).join(' ')}
          aria-invalid={problem ? true : undefined}
        />
        {isLive ? (
          <>
            <span>or</span>
            <button type="button" aria-expanded={isFinding} onClick={() => setFinding(!isFinding)}>
              {isSingle ? 'choose from the library' : 'choose documents from the library'}
              {isMain ? null : <span className="vh">: {label}</span>}
            </button>
          </>
        ) : null}
      </DropBox>
      <p className="hint" id={`${id}-file-hint`}>
        PDF, Word, Excel, PowerPoint, OpenDocument, CSV or text, up to 25 MiB{isSingle ? '.' : ' each.'}
        {isLive ? ` You can also drop ${isSingle ? 'it' : 'files'} here.` : null}
      </p>
      {isFinding ? <DocumentFinder id={`find-${id}`} chosen={chosen} onChoose={add} /> : null}
      <noscript>
        <div className="field">
          <label htmlFor={`library-${id}`}>
            Document of the library{isMain ? null : <span className="vh">: {label}</span>}
          </label>
          <select id={`library-${id}`} name={name} defaultValue="">
            <option value="">None</option>
            {documents.others.map(({ id: other, title }) => (
              <option key={other} value={other}>
                {title}
              </option>
            ))}
          </select>
        </div>
      </noscript>
    </fieldset>
  );
}

/** The documents of a field, in its order. */
function chosenOf({ chosen }: DocumentChoices, value: FormValues[string] = ''): DocumentChoice[] {
  return [value].flat().flatMap((id) => chosen.find((document) => document.id === id) ?? []);
}

function moved(list: DocumentChoice[], id: string, by: -1 | 1): DocumentChoice[] {
  const at = list.findIndex((each) => each.id === id);
  const other = list[at + by];
  const own = list[at];
  return own && other ? list.with(at, other).with(at + by, own) : list;
}
