const places = [
  'Top left',
  'Top',
  'Top right',
  'Left',
  'Middle',
  'Right',
  'Bottom left',
  'Bottom',
  'Bottom right',
];

type FocalGridProps = {
  picture: { width: number; height: number };
  /** The address of a size that shows details. */
  src: string;
  name: string;
  /** 1 to 9, by rows from the top left. */
  value: number;
  onChoose: (focalPoint: number) => void;
};

/** Nine radio buttons on a picture: the spot that every crop keeps. */
export function FocalGrid({ picture, src, name, value, onChoose }: FocalGridProps) {
  return (
    <div className="focal">
      <img src={src} alt="" width={picture.width} height={picture.height} />
      <div>
        {places.map((place, index) => (
          <label key={place}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              aria-label={place}
              defaultChecked={index + 1 === value}
              onChange={() => onChoose(index + 1)}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
