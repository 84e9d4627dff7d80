import type { ReactNode } from 'react';
import type { System } from './systems.ts';

/** How to get the files out of the old system. Open without JavaScript, too. */
export function ExportHelp({ system }: { system: System['name'] }) {
  return (
    <details className="fold mb">
      <summary>
        {system === 'files' ? 'Which files can be read' : 'How to export these files, step by step'}
      </summary>
      <div className="fold__body small">{help[system]}</div>
    </details>
  );
}

const help: Record<System['name'], ReactNode> = {
  firebase: (
    <>
      <p>On a computer with Node.js, as someone who can administer the Firebase project:</p>
      <ol className="steps mt">
        <li>
          In the Firebase console, open Project settings → Service accounts and click “Generate new private
          key”. Save the file as <code>key.json</code>. Delete it when you are done.
        </li>
        <li>
          Export Firestore:{' '}
          <code>
            npx -p node-firestore-import-export firestore-export --accountCredentials key.json --backupFile
            firestore.json
          </code>
        </li>
        <li>
          Export the accounts: <code>npx firebase-tools login</code>, then{' '}
          <code>npx firebase-tools auth:export auth_export.json --project YOUR-PROJECT</code>
        </li>
        <li>
          For the password settings, open Authentication → Users in the console, click the three dots above
          the list and choose “Password hash parameters”. Copy everything between the braces.
        </li>
      </ol>
      <p className="mt">
        The managed export of Google Cloud (<code>gcloud firestore export</code>) works, too. Download its
        folder and send it as a .zip.
      </p>
    </>
  ),
  wordpress: (
    <>
      <ol className="steps">
        <li>Log in to WordPress as an administrator and open Tools → Export.</li>
        <li>Choose “All content” and click “Download Export File”. You get one or more XML files.</li>
        <li>
          Pictures are copied from the old site, which must be online during the import. If it is not, send
          the folder <code>wp-content/uploads</code> as a .zip. Your host’s file manager can create it.
        </li>
      </ol>
      <p className="mt">
        Events of The Events Calendar come with “All content”. Comments and menus are left out. On
        WordPress.com, the same page is under Tools → Export → Export content → Export all.
      </p>
    </>
  ),
  ghost: (
    <ol className="steps">
      <li>In Ghost Admin, open Settings → Advanced → Import/Export.</li>
      <li>
        Under Export, click “Content &amp; settings”. You get a JSON file with the posts, pages, tags and
        authors.
      </li>
      <li>
        For subscribers, open Members, click the gear and choose “Export all members”. You get a CSV file.
      </li>
      <li>
        Pictures are copied from the old site, which must be online during the import. If it is not, send the
        folder <code>content/images</code> of the server as a .zip.
      </li>
    </ol>
  ),
  files: (
    <ul className="bullets">
      <li>Feeds and their archive pages: RSS, Atom or JSON Feed</li>
      <li>Calendars: .ics, from Google Calendar, Outlook or Apple Calendar</li>
      <li>Spreadsheets: saved as .csv. You say on the next page which column is what</li>
      <li>Lists of feeds to follow: .opml</li>
      <li>
        The export of another Belfry: <code>belfry export FOLDER</code>, as a .zip of the folder. A backup
        (.belfry) replaces a whole site and is not imported: use <code>belfry restore</code>
      </li>
      <li>Any of these in a .zip, .gz or .tar, together with their pictures</li>
    </ul>
  ),
};
